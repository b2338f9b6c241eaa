"""The tools by which agents work on records, documents and tasks."""
