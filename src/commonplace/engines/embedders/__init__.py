"""Turn texts into vectors, without a network: who embeds, and how vectors are kept.

    models          the two models of the extra `semantic`, and how a prompt hook opens them
    model_embedder  the same for processes that stay, unpacked on first use (`model_cache`)
    onnx            a model of the user's own, from a folder or a hub's cache

MiniLM (English) is `minilm`, the multilingual one `universal`; `model_files` finds and unpacks both. All but
the hook's side are an `Embedder` (`core.ports`). An engine stores rows (`arrays`)
beside the key of the embedder that made them, and asks only the embedder with that key about them.
"""
