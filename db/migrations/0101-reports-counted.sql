-- How many devices checked a snapshot, and for how many something did not fit, is counted without a look at the reports themselves.
create index concurrently proof_reports_by_state on proof_reports (snapshot, state);
