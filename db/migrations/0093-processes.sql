-- A row for each process that runs, which it renews: one that was killed is silent, one that was stopped is gone.
create table processes (
  id uuid primary key,
  role text not null,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
