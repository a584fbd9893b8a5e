-- Customers with a rank who let others find them, what others write to them, and what others report.

create table consultant_profiles (
  -- Under which others find it: whose it is elsewhere it does not tell.
  id uuid primary key,
  customer uuid not null unique,
  state text not null default 'Draft',
  -- What reports led to. Both outlast a withdrawal.
  hidden_until timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null,
  constraint consultant_profiles_suspended check ((state = 'Suspended') = (suspended_at is not null))
);
create index consultant_profiles_hidden on consultant_profiles (hidden_until) where state = 'Hidden';

insert into state_moves (thing, from_state, to_state) values
  ('consultant-profile', 'Draft', 'Public'), ('consultant-profile', 'Draft', 'Hidden'), ('consultant-profile', 'Draft', 'Suspended'),
  ('consultant-profile', 'Public', 'Draft'), ('consultant-profile', 'Public', 'Hidden'), ('consultant-profile', 'Public', 'Suspended'),
  ('consultant-profile', 'Hidden', 'Draft'), ('consultant-profile', 'Hidden', 'Public'), ('consultant-profile', 'Hidden', 'Suspended'),
  ('consultant-profile', 'Suspended', 'Draft'), ('consultant-profile', 'Suspended', 'Public'), ('consultant-profile', 'Suspended', 'Hidden');
create trigger consultant_profiles_states before update of state on consultant_profiles
  for each row when (old.state <> new.state) execute function check_state_move('consultant-profile');

-- The words of a profile. Once they were handed in they never change.
create table consultant_versions (
  id uuid primary key,
  profile uuid not null references consultant_profiles,
  customer uuid not null,
  state text not null default 'Draft',
  shows_whole_name boolean not null,
  -- The picture that was looked at: another one is not shown before it was.
  picture text,
  languages text[] not null check (cardinality(languages) between 1 and 8),
  text text not null check (length(text) between 1 and 600),
  sent_back_for text,
  changed_at timestamptz not null,
  submitted_at timestamptz
);
create unique index consultant_versions_next on consultant_versions (profile) where state in ('Draft', 'In review');
create unique index consultant_versions_approved on consultant_versions (profile) where state = 'Approved';
create index consultant_versions_waiting on consultant_versions (submitted_at, id) where state = 'In review';
create index consultant_versions_of_customer on consultant_versions (customer);

insert into state_moves (thing, from_state, to_state) values
  ('consultant-version', 'Draft', 'In review'), ('consultant-version', 'Draft', 'Withdrawn'),
  ('consultant-version', 'In review', 'Draft'), ('consultant-version', 'In review', 'Approved'),
  ('consultant-version', 'In review', 'Withdrawn'),
  ('consultant-version', 'Approved', 'Replaced'), ('consultant-version', 'Approved', 'Withdrawn');
create trigger consultant_versions_states before update of state on consultant_versions
  for each row when (old.state <> new.state) execute function check_state_move('consultant-version');

-- What two people write to each other: whoever began it, and a consultant.
create table consultant_threads (
  number bigint generated always as identity unique,
  id uuid primary key,
  profile uuid not null references consultant_profiles,
  customer uuid not null,
  created_at timestamptz not null,
  last_at timestamptz not null,
  unique (profile, customer)
);
create index consultant_threads_of_customer on consultant_threads (customer, number desc);
create index consultant_threads_of_profile on consultant_threads (profile, number desc);

create table consultant_messages (
  id uuid primary key,
  thread uuid not null references consultant_threads on delete cascade,
  -- Who wrote it.
  customer uuid not null,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null
);
create index consultant_messages_of_thread on consultant_messages (thread, at, id);
create index consultant_messages_of_customer on consultant_messages (customer);

-- What somebody told us of a consultant.
create table consultant_reports (
  id uuid primary key,
  profile uuid not null references consultant_profiles,
  -- Who reported: the consultant never learns it.
  customer uuid not null,
  kind text not null check (kind in ('return', 'money', 'pretends', 'pressure', 'other')),
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  state text not null default 'New',
  decided_at timestamptz,
  -- Whoever decided, for the appeal is another one's.
  decided_by uuid[],
  reason text,
  hidden_until timestamptz
);
create unique index consultant_reports_open on consultant_reports (profile, customer) where state in ('New', 'In review');
create index consultant_reports_waiting on consultant_reports (at, id) where state in ('New', 'In review');
create index consultant_reports_of_profile on consultant_reports (profile, at);
create index consultant_reports_of_customer on consultant_reports (customer);

insert into state_moves (thing, from_state, to_state) values
  ('consultant-report', 'New', 'In review'), ('consultant-report', 'In review', 'Dismissed'),
  ('consultant-report', 'In review', 'Warned'), ('consultant-report', 'In review', 'Hidden'),
  ('consultant-report', 'In review', 'Suspended'),
  ('consultant-report', 'Warned', 'Overturned'), ('consultant-report', 'Hidden', 'Overturned'),
  ('consultant-report', 'Suspended', 'Overturned');
create trigger consultant_reports_states before update of state on consultant_reports
  for each row when (old.state <> new.state) execute function check_state_move('consultant-report');

-- Of each decision one.
create table consultant_appeals (
  id uuid primary key,
  report uuid not null unique references consultant_reports,
  customer uuid not null,
  text text not null check (length(text) between 1 and 1000),
  at timestamptz not null,
  state text not null default 'New',
  decided_at timestamptz,
  reason text
);
create index consultant_appeals_waiting on consultant_appeals (at, id) where state = 'New';
create index consultant_appeals_of_customer on consultant_appeals (customer);

insert into state_moves (thing, from_state, to_state) values
  ('consultant-appeal', 'New', 'Upheld'), ('consultant-appeal', 'New', 'Rejected');
create trigger consultant_appeals_states before update of state on consultant_appeals
  for each row when (old.state <> new.state) execute function check_state_move('consultant-appeal');
