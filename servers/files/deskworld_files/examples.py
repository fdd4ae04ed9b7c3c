"""A call of each tool that works, in an order that works: documentation that is run."""

from pathlib import Path


def prepare(workspace: Path) -> None:
    """A few files to work on."""
    (workspace / "reports").mkdir(exist_ok=True)
    (workspace / "reports/q1.csv").write_text("month,bags\nJan,410\nFeb,455\n")
    (workspace / "reports/q1-copy.csv").write_text("month,bags\nJan,410\nFeb,455\n")
    (workspace / "notes.md").write_text("# Cupping\n\nLot 12: apricot, honey.\n")


EXAMPLES = (
    ("list_folder", {"sort": "largest"}),
    ("get_folder_tree", {"depth": 2}),
    ("create_folder", {"path": "archive/2026"}),
    ("get_storage_usage", {}),
    ("read_text_file", {"path": "notes.md", "start_line": 2, "lines": 5}),
    ("read_files", {"paths": ["notes.md", "reports/q1.csv", "missing.txt"]}),
    ("write_text_file", {"path": "todo.txt", "text": '{"call": "Luis"}'}),
    ("append_text", {"path": "todo.txt", "text": "- order bags"}),
    ("edit_text_file", {"path": "notes.md", "edits": [{"old": "apricot", "new": "peach"}]}),
    ("copy_path", {"source": "notes.md", "destination": "archive/2026"}),
    ("move_path", {"source": "todo.txt", "destination": "lists/todo.txt"}),
    ("trash_path", {"path": "lists"}),
    ("list_trash", {}),
    ("restore_from_trash", {"item": "lists"}),
    ("empty_trash", {}),
    ("search_files", {"pattern": "*.csv"}),
    ("search_file_content", {"query": "honey", "names": "*.md", "context": 1}),
    ("find_duplicate_files", {}),
    ("get_file_info", {"path": "reports/q1.csv"}),
    ("hash_files", {"paths": ["reports/q1.csv"]}),
    ("archive_paths", {"paths": ["reports", "notes.md"], "target": "pack.zip"}),
    ("list_archive", {"path": "pack.zip"}),
    ("extract_archive", {"path": "pack.zip", "folder": "unpacked", "names": "*.csv"}),
    ("compare_files", {"path": "archive/2026/notes.md", "other": "notes.md"}),
    ("compare_folders", {"path": "reports", "other": "unpacked/reports"}),
    ("list_file_versions", {"path": "notes.md"}),
    ("compare_file_version", {"path": "notes.md", "version": 2}),
    ("restore_file_version", {"path": "notes.md", "version": 2}),
    ("share_file", {"path": "reports", "address": "aisha@harborlight.example", "access": "comment"}),
    ("list_file_shares", {}),
    ("stop_sharing_file", {"path": "reports"}),
)
