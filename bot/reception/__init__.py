"""Updates in: stored before they are confirmed, worked on in lanes, one transaction each."""
