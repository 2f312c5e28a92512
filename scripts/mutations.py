"""Break each safety promise on purpose, one at a time, and say which quick test notices.

`make mutations` copies the tree, puts one fault after another into the copy and runs the quick tests
there: first those that stand beside the fault, then, when they notice nothing, all the others. The
result is docs/safety-mutations.md. A fault that no longer fits the code is an error: whoever moves
the code moves its row.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "src/commonplace"
PAGE = ROOT / "docs" / "safety-mutations.md"
QUICK = "not (laws or faults or semantic or live or hosts or servers or mcp or web)"
SAFETY = "tests/test_safety.py"
SECRETS = "tests/flows/test_secrets.py"
HEAD = """<!-- Made by `make mutations`. -->
# What happens when a safety promise is broken

Each row was put into a copy of the code on purpose, alone, and the quick tests (`make unit`) were run.
A promise that can be taken out without a test turning red is no promise.

| what is put into the code | where | the test that notices |
|---|---|---|
"""


class NoLongerFitsError(Exception):
    """The code that a mutation changes is not there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """One fault: a function of a module, what is replaced in it, and the tests that stand beside it."""

    name: str
    path: str
    function: str
    """The function, as `name` or `Class.name`."""
    old: str = ""
    """What is replaced, which must stand there once; empty for the whole body."""
    new: str
    tests: tuple[str, ...] = (SAFETY,)
    below: str = ""
    """The door for whose calls alone the fault is there."""

    @property
    def place(self) -> str:
        """Where the fault is, as people read it."""
        asked = f", when {self.below} asks" if self.below else ""
        return f"`{self.path}`, `{self.function}`{asked}"


def _redaction_off(door: str, path: str, function: str = "") -> Mutation:
    """Return the fault that secrets pass, for whatever one door has called, and for that door alone.

    A door is a module or room at `path`, or one `function` there, by which two commands of a module differ.
    """
    place = ROOT / PACKAGE / path
    if not place.exists() or (function and f"\ndef {function}(" not in place.read_text("utf-8")):
        raise NoLongerFitsError(f"{path} {function} is not there")
    body = f"""
        import sys
        frame = sys._getframe()
        while frame:
            code = frame.f_code
            called = code.co_filename.replace("\\\\", "/") + ":" + code.co_name
            if "commonplace/{path}" in called and called.endswith("{function and ":" + function}"):
                return ()
            frame = frame.f_back
    """
    return Mutation(
        name=f"redaction is off in {door}",
        path="core/redaction.py",
        function="find_secrets",
        old="    found = [\n",
        new=textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n    found = [\n",
        below=f"`{path}`" + (f", `{function}`" if function else ""),
    )


def mutations() -> tuple[Mutation, ...]:
    """Return every fault."""
    return (
        Mutation(
            name="nobody answering counts as yes",
            path="doors/cli/questions.py",
            function="Nobody.ask",
            new="return YES",
        ),
        Mutation(
            name="a client that cannot ask anybody counts as yes",
            path="doors/mcp/consent.py",
            function="settle",
            old='_left_waiting(plan, made, "mcp.nobody-asked")',
            new="_written(plan, made, ELICITATION)",
        ),
        Mutation(
            name="an agent's `--yes` counts as the person's",
            path="doors/cli/questions.py",
            function="asker_for",
            old="if desk.agent and (yes or not desk.is_terminal):",
            new="if desk.agent and not yes and not desk.is_terminal:",
        ),
        Mutation(
            name="a project's settings file may set anything",
            path="config.py",
            function="_project_layer",
            old="if setting is None or not setting.is_harmless:",
            new="if setting is None:",
            tests=("tests/test_config.py",),
        ),
        Mutation(
            name="fsync of files is a no-op",
            path="storage/disk.py",
            function="Disk.sync_file",
            new="return",
            tests=("tests/storage/test_store.py",),
        ),
        Mutation(
            name="fsync of folders is a no-op",
            path="storage/disk.py",
            function="Disk.sync_folder",
            new="return",
            tests=("tests/storage/test_store.py",),
        ),
        Mutation(
            name="the hook serves without hashing again",
            path="hook/prompt_answer.py",
            function="_as_indexed",
            old=" or digest(content) != record[SHA256]",
            new="",
        ),
        Mutation(
            name="the rejection check is off when a proposal is made",
            path="flows/proposals.py",
            function="propose",
            old="    check_refused(changes, page_after(rendered, view.files.get(PAGE)), view.today)\n",
            new="",
            tests=("tests/flows/test_commit.py",),
        ),
        Mutation(
            name="the rejection check is off when a proposal is committed",
            path="flows/commit.py",
            function="commit",
            old="        check_refused(proposal.changes, page_after(proposal.edits, store.read_one(PAGE)), today)\n",
            new="",
            tests=("tests/flows/test_commit.py",),
        ),
        *(
            _redaction_off(door, path, function)
            for door, path, function in (
                ("`remember`", "doors/cli/remember.py", ""),
                ("`learn`", "doors/cli/learn.py", "learn_from"),
                ("`ingest`", "doors/cli/record.py", "ingest_line"),
                ("`record`", "doors/cli/record.py", "_record"),
                ("`learn --transcript`", "doors/cli/learn.py", "learn_transcript"),
                ("the capture of a session", "hook/child.py", ""),
                ("`save`", "doors/cli/save.py", ""),
                ("MCP", "doors/mcp", ""),
                ("the Python API", "doors/python_api.py", ""),
            )
        ),
        Mutation(
            name="a text on its way into a memory is not redacted",
            path="flows/capture.py",
            function="plain",
            old='return redact(_CONTROLS.sub("", lines), keeps_lines=keeps_lines)',
            new='return _CONTROLS.sub("", lines)',
        ),
        Mutation(
            name="an edited file is not redacted",
            path="flows/change.py",
            function="without_new_secrets",
            new="return text",
            tests=(SECRETS,),
        ),
        Mutation(
            name="a profile takes secrets",
            path="core/profile_save.py",
            function="_unsafe",
            old="if secrets := find_secrets(plain):",
            new="if secrets := ():",
        ),
        Mutation(
            name="an anchor quotes secrets",
            path="flows/anchors.py",
            function="quoted",
            old="if find_secrets(quote):",
            new="if False:",
            tests=(SECRETS,),
        ),
        Mutation(
            name="a file that the memory tool makes is not redacted",
            path="drawers/memory_tool.py",
            function="MemoryFolder.create",
            old="{place: redact(text)}",
            new="{place: text}",
            tests=(SECRETS,),
        ),
        Mutation(
            name="a file that the memory tool edits is not redacted",
            path="drawers/memory_tool.py",
            function="MemoryFolder._edit",
            old="redact(edited.text, known=text)",
            new="edited.text",
            tests=(SECRETS,),
        ),
        Mutation(
            name="what LangGraph stores is not redacted",
            path="core/drawers.py",
            function="_safe",
            new="return value",
            tests=(SECRETS,),
        ),
        Mutation(
            name="what a host without transcripts tells is kept with its secrets",
            path="hook/events.py",
            function="_note_words",
            old="redact(text))",
            new="text)",
            tests=("tests/hosts/test_dialects.py",),
        ),
        Mutation(
            name="the gate answers everything",
            path="core/gate.py",
            function="probability",
            new="return 1.0",
            tests=(SAFETY, "tests/core/test_gate.py"),
        ),
        Mutation(
            name="an untrusted book is injected",
            path="storage/places.py",
            function="is_trusted",
            new="return True",
        ),
        Mutation(
            name="a quarantined memory is injected",
            path="engines/local/query.py",
            function="is_told",
            new="return True",
        ),
        Mutation(
            name="what the ledger holds is not held back",
            path="app/guard.py",
            function="_judged",
            new="return memory",
        ),
        Mutation(
            name="a memory is told twice in a session",
            path="storage/usage.py",
            function="seen_in",
            new="return {}",
        ),
        Mutation(
            name="the base hash is not compared",
            path="storage/records.py",
            function="_step",
            old="if fingerprint(before) != edit.before:",
            new="if False:",
            tests=("tests/storage/test_store.py", "tests/storage/test_conflicts.py"),
        ),
        Mutation(
            name="the displaced text is thrown away",
            path="storage/publish.py",
            function="Publisher._settle",
            old="return self._displaced.put_aside(path, step.path)",
            new="self._discard(path)",
            tests=("tests/storage/test_conflicts.py",),
        ),
        Mutation(
            name="a fence can be closed from inside",
            path="core/hygiene.py",
            function="_without_fences",
            new="return text",
            tests=("tests/core/test_injection.py",),
        ),
        Mutation(
            name="a memory may hold a host's own tags",
            path="core/hygiene.py",
            function="_is_mark",
            new="return False",
            tests=("tests/trust/test_break_outs.py",),
        ),
        Mutation(
            name="a prompt is kept as it was typed",
            path="core/prompt_redaction.py",
            function="plain_words",
            new="return text",
            tests=("tests/trust/test_secrets_at_rest.py",),
        ),
        Mutation(
            name="the claim superset is off",
            path="core/superset.py",
            function="missing",
            new="return ()",
            tests=("tests/core/test_superset.py",),
        ),
        Mutation(
            name="the claim superset is not asked when texts are joined",
            path="flows/decision_changes.py",
            function="_check_kept",
            new="return",
            tests=("tests/flows/test_govern.py",),
        ),
        Mutation(
            name="undo overwrites later edits",
            path="flows/undo.py",
            function="_now",
            old='raise ChangedUnderneath("changed-since", path=image.path, id=receipt_id)',
            new="return FileImage(path=image.path, before=image.before, after=content)",
            tests=("tests/flows/test_undo.py",),
        ),
        Mutation(
            name="a symbolic link is followed where a path is named",
            path="storage/folders.py",
            function="contained",
            old="if stat.S_ISLNK(found.st_mode):",
            new="if False:",
        ),
        Mutation(
            name="a symbolic link is followed where a folder is read",
            path="storage/folders.py",
            function="read_files",
            old="if code := _code_by_name(entry, root, relative):\n",
            new="""if entry.is_symlink() and os.path.isfile(path := f"{root}/{relative}"):
                    files[relative] = read_guarded(os.path.realpath(path), limit_of(relative))
                elif code := _code_by_name(entry, root, relative):
""",
        ),
        Mutation(
            name="a symbolic link is followed by the hook",
            path="storage/plain_files.py",
            function="read_plain",
            old="_FLAGS if follows_links else _FLAGS | _NO_LINKS",
            new="_FLAGS",
            tests=("tests/storage/test_plain_reading.py",),
        ),
        Mutation(
            name="a client's no counts as yes",
            path="doors/mcp/consent.py",
            function="settle",
            old="return _declined(plan, made)",
            new="return _written(plan, made, ELICITATION)",
        ),
        Mutation(
            name="a client's wait counts as yes",
            path="doors/mcp/consent.py",
            function="settle",
            old='_left_waiting(plan, made, "mcp.waits")',
            new="_written(plan, made, ELICITATION)",
        ),
        Mutation(
            name="an agent that may save is not held up by a warning in MCP",
            path="doors/mcp/consent.py",
            function="is_allowed",
            old="        and not made.must_ask\n",
            new="",
        ),
        Mutation(
            name="an agent that may save is not held up by a warning in Python",
            path="doors/python_api.py",
            function="written",
            old="is_open or not",
            new="not",
        ),
        Mutation(
            name="an agent may allow itself to save",
            path="config.py",
            function="agents_may_save",
            old=" and source == str(user_file(environ))",
            new="",
            tests=("tests/test_config.py",),
        ),
        Mutation(
            name="what an agent had written counts as a person's words",
            path="doors/mcp/consent.py",
            function="_made",
            old="origin=Origin.AGENT, ",
            new="",
        ),
        Mutation(
            name="a clone may lead into another repository's book",
            path="storage/places.py",
            function="main_repository",
            old='os.path.realpath(os.path.join(own, back)) != os.path.join(folder, ".git")',
            new="False",
            tests=("tests/storage/test_locating.py",),
        ),
        Mutation(
            name="the question that a client shows keeps a host's tags",
            path="doors/mcp/consent.py",
            function="_question",
            old='neutral("\\n".join(filter(None, lines)))',
            new='"\\n".join(filter(None, lines))',
        ),
        Mutation(
            name="MCP over HTTP asks for no token",
            path="doors/mcp/http.py",
            function="Gate._is_token",
            old="is_same and scheme",
            new="scheme",
        ),
        Mutation(
            name="the page asks for no token",
            path="doors/page/server.py",
            function="Keys.is_token",
            new="return True",
            tests=("tests/doors/test_local_page_guard.py",),
        ),
        Mutation(
            name="the page agrees to what it has not shown",
            path="doors/page/review.py",
            function="accept",
            old='described.proposal.digest != visit.get("digest")',
            new="False",
            tests=("tests/doors/test_local_page.py",),
        ),
        Mutation(
            name="what no longer holds is injected",
            path="engines/local/query.py",
            function="is_told",
            old=" and is_due(record[VALID_FROM], record[VALID_TO], today)",
            new="",
        ),
        Mutation(
            name="a strict book takes what arrives",
            path="app/guard.py",
            function="_Guarded.parse",
            old="strict = is_strict(self.root)",
            new="strict = False",
        ),
        Mutation(
            name="whatever arrives is let in",
            path="core/approvals.py",
            function="injected",
            new="return True",
            tests=("tests/core/test_approvals.py", "tests/doors/test_arrivals.py"),
        ),
        Mutation(
            name="the lock locks nothing",
            path="storage/lock.py",
            function="_KernelLock._is_taken",
            old="            self._flock(file, self._how)\n",
            new="",
            tests=("tests/storage/test_recovery.py",),
        ),
        Mutation(
            name="a receipt keeps no text from before",
            path="storage/records.py",
            function="receipt_of",
            old="before=step.before",
            new="before=None",
            tests=("tests/storage/test_store.py", "tests/flows/test_undo.py"),
        ),
        Mutation(
            name="a record's checksum is not compared",
            path="storage/records.py",
            function="unseal",
            old='json.loads(rest)["sha256"] != _sha(body)',
            new="False",
            tests=("tests/storage/test_recovery.py",),
        ),
        Mutation(
            name="a promise that was taken back is kept later",
            path="storage/store.py",
            function="FolderStore._taken_back",
            old="self._journal.withdraw(record)",
            new="pass",
            tests=("tests/storage/test_store.py",),
        ),
        Mutation(
            name="a proposal that somebody changed is written",
            path="storage/proposals.py",
            function="unsealed",
            old="not is_same or",
            new="False and",
            tests=("tests/storage/test_proposals.py",),
        ),
        Mutation(
            name="what a derived file displaced is thrown away",
            path="storage/publish.py",
            function="Publisher._look_back",
            old="self._displaced.put_aside(waiting, step.path)",
            new="self._discard(waiting)",
            tests=("tests/storage/test_conflicts.py",),
        ),
        Mutation(
            name="a path may leave the book",
            path="core/names.py",
            function="check_path",
            old="if bad:",
            new="if False:",
            tests=("tests/core/test_names.py", "tests/storage/test_store.py"),
        ),
        Mutation(
            name="a page may be read from this machine's own network",
            path="pages/wire.py",
            function="_addresses",
            old="all(map(is_public, found))",
            new="any(map(is_public, found))",
            tests=("tests/pages",),
        ),
    )


def mutated(text: str, mutation: Mutation) -> str:
    """Return the module `text` with the fault in it, or raise `NoLongerFitsError`."""
    function = _function(ast.parse(text), mutation.function)
    if function is None or function.end_lineno is None:
        raise NoLongerFitsError(f"{mutation.name}: {mutation.place} is not there")
    lines = text.splitlines(keepends=True)
    first = (function.body[0] if mutation.old == "" else function).lineno - 1
    whole = "".join(lines[first : function.end_lineno])
    if mutation.old:
        if whole.count(mutation.old) != 1:
            raise NoLongerFitsError(f"{mutation.name}: {mutation.place} says something else")
        changed = whole.replace(mutation.old, mutation.new)
    else:
        changed = " " * function.body[0].col_offset + mutation.new + "\n"
    after = "".join((*lines[:first], changed, *lines[function.end_lineno :]))
    ast.parse(after)
    return after


def _function(tree: ast.AST, name: str) -> ast.FunctionDef | None:
    first, _, rest = name.partition(".")
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == first:
            if rest:
                return _function(node, rest)
            return node if isinstance(node, ast.FunctionDef) else None
    return None


def page(rows: list[tuple[Mutation, str]]) -> str:
    """Return the table as a page."""
    lines = [f"| {mutation.name} | {mutation.place} | `{test}` |\n" for mutation, test in rows]
    return HEAD + "".join(lines)


def main(wanted: list[str]) -> int:
    """Try the faults whose names hold one of `wanted`, all of them by default, and write the page."""
    chosen = [
        each for each in mutations() if not wanted or any(word in each.name for word in wanted)
    ]
    with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
        copy = Path(folder) / "tree"
        _copy_tree(copy)
        rows = [(each, _noticed_by(copy, each)) for each in chosen]
    missed = [mutation.name for mutation, test in rows if not test]
    if not wanted and not missed:
        PAGE.write_text(page(rows), "utf-8")
    print(f"{len(rows) - len(missed)} of {len(rows)} noticed", *missed, sep="\n  not: ")
    return 1 if missed else 0


def _copy_tree(copy: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)


def _noticed_by(copy: Path, mutation: Mutation) -> str:
    """Return the first test that fails with the fault in the copy, empty for none."""
    path = copy / PACKAGE / mutation.path
    before = path.read_text("utf-8")
    _write(path, mutated(before, mutation))
    found = _failing(copy, [*mutation.tests, "-n0"]) or _failing(copy, ["-n2"])
    if found and not _failing(copy, [found, "-n0"]):
        found = ""  # it failed for what another test had left behind
    _write(path, before)
    if found and _failing(copy, [found, "-n0"]):
        raise SystemExit(f"{found} fails without any fault")
    print(f"{mutation.name}: {found or 'NOT NOTICED'}", flush=True)
    return found


def _write(path: Path, text: str) -> None:
    """Write a module; what was compiled of it would hide a fault of the same size and second."""
    path.write_text(text, "utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def _failing(copy: Path, arguments: list[str]) -> str:
    """Return the test that failed first, empty when all passed."""
    environ = {**os.environ, "PYTHONPATH": str(copy / "src")}
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:randomly",
            "-x",
            "-rfE",
            "--tb=no",
            "-m",
            QUICK,
            # It looks at the code itself, and so would notice every fault.
            "--ignore=tests/test_mutations.py",
            *arguments,
        ],
        cwd=copy,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    failed = re.search(r"(?m)^(?:FAILED|ERROR) (tests/\S+?)(?:\[.*)?(?: - .*)?$", ran.stdout)
    # Two workers that are stopped at the first failure end with 2.
    if ran.returncode not in (0, 1, 2) or (ran.returncode != 0) != bool(failed):
        raise SystemExit(f"pytest {' '.join(arguments)} did not run:\n{ran.stdout}{ran.stderr}")
    return failed[1] if failed else ""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
