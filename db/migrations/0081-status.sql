-- What customers are told of how the portal works: its parts as they were last seen, and what went wrong with them.

-- Since when each part is as it is. What it is called stands in the code.
create table status_parts (
  name text primary key check (name ~ '^[a-z]{1,20}$'),
  is_well boolean not null,
  since timestamptz not null,
  first_at timestamptz not null
);

-- One row: whoever looks at the parts next takes it first, so that many processes look as often as one.
create table status_looks (
  is_only boolean primary key default true check (is_only),
  claimed_at timestamptz not null,
  -- By the clock on the wall: a gap in it is a time in which nobody was there to serve anybody.
  seen_at timestamptz,
  looked_at timestamptz
);
insert into status_looks (claimed_at) values ('epoch');

create table incidents (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  title text not null check (length(title) between 1 and 100),
  parts text[] not null check (cardinality(parts) > 0),
  state text not null default 'investigating',
  -- The part whose health opened it, and closes it; none where an operator did.
  cause text,
  began_at timestamptz not null,
  ended_at timestamptz,
  constraint incidents_ended check ((state = 'resolved') = (ended_at is not null)),
  -- A part that fell ill once has one incident for it, however often and by however many that is looked at.
  unique (cause, began_at)
);
create unique index incidents_one_open_by_cause on incidents (cause) where state <> 'resolved' and cause is not null;
create index incidents_open on incidents (number) where state <> 'resolved';
create index incidents_by_end on incidents (ended_at) where state = 'resolved';
create trigger incidents_kept before delete or truncate on incidents for each statement execute function refuse_change();
insert into state_moves (thing, from_state, to_state) values
  ('incident', 'investigating', 'identified'), ('incident', 'investigating', 'watching'), ('incident', 'investigating', 'resolved'),
  ('incident', 'identified', 'investigating'), ('incident', 'identified', 'watching'), ('incident', 'identified', 'resolved'),
  ('incident', 'watching', 'investigating'), ('incident', 'watching', 'identified'), ('incident', 'watching', 'resolved');
create trigger incidents_states before update of state on incidents
  for each row when (old.state <> new.state) execute function check_state_move('incident');

-- What customers were told of it, and when. What was said stays said.
create table incident_updates (
  number bigint generated always as identity primary key,
  incident uuid not null references incidents,
  state text not null,
  words text not null check (length(words) between 1 and 1000),
  at timestamptz not null,
  -- None where the health of a part said so.
  operator uuid
);
create index incident_updates_of_incident on incident_updates (incident, number);
create trigger incident_updates_append_only before update or delete or truncate on incident_updates
  for each statement execute function refuse_change();

-- Whether those whom we ask outside answer: when they last did, and since when they do not.
create table outside_contacts (
  party text primary key check (party ~ '^[a-z]{1,20}$'),
  answered_at timestamptz,
  failed_at timestamptz,
  failing_since timestamptz,
  failures integer not null default 0 check ((failures = 0) = (failing_since is null))
);
