"""Turn texts into vectors, without a network: who embeds, and how vectors are kept.

    universal        the multilingual model, for processes that live long enough to load it
    static_embedder  the table distilled from it, filling the index
    static_table     the same table, asking it from the prompt hook with the standard library alone
    onnx             a model of the user's own, from a folder or a hub's cache

All but the hook's side are an `Embedder` (`core.ports`). An engine stores rows (`rows`) beside the key
of the embedder that made them, and asks only the embedder with that key about them.
"""
