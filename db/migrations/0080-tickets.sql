-- What people ask, and what is answered.

create table tickets (
  number bigint generated always as identity unique,
  id uuid primary key,
  -- Null for a visitor, whose name and address are sealed.
  customer uuid,
  sealed bytea,
  topic text not null check (topic in ('account', 'verification', 'trade', 'payments', 'gold', 'network', 'movement', 'complaint', 'other')),
  movement uuid,
  movement_number text,
  movement_type text,
  -- The one that it goes on with, which was closed too long ago to be reopened.
  follows uuid,
  state text not null default 'New',
  created_at timestamptz not null,
  last_at timestamptz not null,
  -- Since when it waits for us.
  waiting_since timestamptz,
  closed_at timestamptz,
  -- The operator who is on it.
  taken_by uuid,
  -- A visitor's address, by the mailed link or by a reply from there.
  confirmed_at timestamptz,
  complaint_at timestamptz,
  acknowledge_by timestamptz,
  acknowledged_at timestamptz,
  answer_by timestamptz,
  answered_at timestamptz,
  constraint tickets_of_somebody check (customer is null or sealed is null),
  constraint tickets_movement check ((movement is null) = (movement_number is null) and (movement is null) = (movement_type is null)),
  constraint tickets_clock check ((complaint_at is null) = (acknowledge_by is null) and (complaint_at is null) = (answer_by is null)),
  constraint tickets_closed check ((state = 'Closed') = (closed_at is not null))
);
create index tickets_of_customer on tickets (customer, number desc) where customer is not null;
create index tickets_following on tickets (follows) where follows is not null;
create index tickets_waiting on tickets (waiting_since, id) where waiting_since is not null;
create index tickets_complaints on tickets (complaint_at, id) where complaint_at is not null and answered_at is null;
create index tickets_all_complaints on tickets (number desc) where complaint_at is not null;
create index tickets_quiet on tickets (last_at, id) where state in ('Waiting', 'Answered');
create index tickets_over on tickets (closed_at, id) where closed_at is not null;

insert into state_moves (thing, from_state, to_state) values
  ('ticket', 'New', 'Open'), ('ticket', 'New', 'Waiting'), ('ticket', 'New', 'Answered'), ('ticket', 'New', 'Closed'),
  ('ticket', 'Open', 'Waiting'), ('ticket', 'Open', 'Answered'), ('ticket', 'Open', 'Closed'),
  ('ticket', 'Waiting', 'Open'), ('ticket', 'Waiting', 'Answered'), ('ticket', 'Waiting', 'Closed'),
  ('ticket', 'Answered', 'Open'), ('ticket', 'Answered', 'Waiting'), ('ticket', 'Answered', 'Closed'),
  ('ticket', 'Closed', 'Open');
create trigger tickets_states before update of state on tickets
  for each row when (old.state <> new.state) execute function check_state_move('ticket');

-- Secrets in it were masked before it came here.
create table ticket_messages (
  number bigint generated always as identity unique,
  id uuid primary key,
  ticket uuid not null references tickets on delete cascade,
  -- Whose ticket it is in.
  customer uuid,
  -- Who wrote it; null for the customer or visitor.
  operator uuid,
  text text not null,
  masked integer not null default 0,
  by_mail boolean not null default false,
  -- Of a mail that came in, so that the same one counts once.
  mail bytea check (length(mail) = 32),
  lost_files integer not null default 0,
  at timestamptz not null
);
create index ticket_messages_of on ticket_messages (ticket, number);
create index ticket_messages_of_customer on ticket_messages (customer, at) where customer is not null;
create unique index ticket_messages_mail on ticket_messages (mail) where mail is not null;

-- What operators tell each other.
create table ticket_notes (
  id uuid primary key,
  number bigint generated always as identity unique,
  ticket uuid not null references tickets on delete cascade,
  customer uuid,
  operator uuid not null,
  text text not null,
  at timestamptz not null
);
create index ticket_notes_of on ticket_notes (ticket, number);

create table ticket_files (
  id uuid primary key,
  number bigint generated always as identity unique,
  ticket uuid not null references tickets on delete cascade,
  message uuid not null references ticket_messages (id) on delete cascade,
  customer uuid,
  name text not null check (length(name) <= 120),
  type text not null check (type in ('webp', 'pdf')),
  bytes integer not null check (bytes > 0),
  hash bytea not null check (length(hash) = 32),
  sealed_key bytea not null,
  sent_at timestamptz not null
);
create index ticket_files_of on ticket_files (ticket, number);
create index ticket_files_of_customer on ticket_files (customer) where customer is not null;

-- What is answered often.
create table ticket_answers (
  id uuid primary key,
  title text not null check (length(title) between 1 and 80),
  text text not null check (length(text) between 1 and 4000),
  changed_by uuid not null,
  changed_at timestamptz not null
);
create unique index ticket_answers_titles on ticket_answers (lower(title));
