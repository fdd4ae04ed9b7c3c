from deskworld_verifiers import Submission, check

@check("format")
def there(s: Submission) -> None:
    assert s.workbook(s.task.variables["book"])
