-- The house's account at a bank: its statements, what each line became, and what is paid from it.
create table bank_statements (
  id uuid primary key,
  number bigint generated always as identity unique,
  state text not null default 'Waiting' check (state in ('Waiting', 'Accepted', 'Refused')),
  -- The operator who brought it; null where the bank's own channel did.
  brought_by uuid references customers,
  reason text,
  file text not null,
  sha256 bytea not null check (length(sha256) = 32),
  account text not null,
  currency text not null check (currency = 'USD'),
  -- The bank's own numbers: a file may hold several statements in a row.
  first_sequence bigint not null check (first_sequence > 0),
  last_sequence bigint not null,
  from_on date,
  until_on date,
  opening numeric(38, 0) not null check (opening >= 0),
  closing numeric(38, 0) not null check (closing >= 0),
  credits numeric(38, 0) not null check (credits >= 0),
  debits numeric(38, 0) not null check (debits >= 0),
  lines integer not null check (lines >= 0),
  at timestamptz not null,
  accepted_at timestamptz,
  -- The one before it: so none is left out, and none comes twice.
  follows uuid references bank_statements,
  -- When the last of its lines became something.
  worked_at timestamptz,
  problem text,
  constraint bank_statements_sequences check (last_sequence >= first_sequence),
  constraint bank_statements_sums check (opening + credits - debits = closing),
  constraint bank_statements_accepted check ((state = 'Accepted') = (accepted_at is not null) and (state = 'Accepted' or follows is null)),
  constraint bank_statements_worked check (worked_at is null or state = 'Accepted'),
  constraint bank_statements_problem check ((state = 'Refused') = (problem is not null))
);
create unique index bank_statements_file on bank_statements (sha256) where state <> 'Refused';
create unique index bank_statements_chain on bank_statements (account, follows) nulls not distinct where state = 'Accepted';
create index bank_statements_waiting on bank_statements (number) where state = 'Waiting';
create index bank_statements_to_work on bank_statements (number) where state = 'Accepted' and worked_at is null;

create table bank_lines (
  id uuid primary key,
  number bigint generated always as identity unique,
  -- Written line by line as the file is read, and the statement itself when it is known to be right.
  statement uuid not null references bank_statements deferrable initially deferred,
  place integer not null check (place > 0),
  sequence bigint not null,
  direction text not null check (direction in ('in', 'out')),
  cents numeric(38, 0) not null check (cents > 0),
  currency text not null check (currency = 'USD'),
  booked_on date not null,
  is_reversal boolean not null,
  return_code text,
  -- Names, number of the account and what was written: of people who are no customers.
  sealed bytea not null,
  last_four text,
  reference text,
  end_to_end_id text,
  bank_reference text,
  undoes text,
  -- By which the same line is known again in another file.
  fingerprint bytea not null check (length(fingerprint) = 32),
  state text not null default 'New'
    check (state in ('New', 'Taken', 'Suspense', 'Returning', 'Returned', 'Reversed', 'Unexplained')),
  became text,
  customer uuid,
  subject text,
  -- Of what lies in suspense: how much, which may be less than came where a return came back.
  in_suspense numeric(38, 0) check (in_suspense > 0),
  -- Since when it is as it is.
  since timestamptz,
  unique (statement, place),
  constraint bank_lines_taken check (state in ('New', 'Suspense', 'Unexplained', 'Returning', 'Returned') or became is not null),
  constraint bank_lines_in_suspense check ((state = 'Suspense') = (in_suspense is not null))
) with (fillfactor = 80);
create unique index bank_lines_once on bank_lines (fingerprint);
create index bank_lines_to_work on bank_lines (statement, place) where state = 'New';
create index bank_lines_open on bank_lines (state, since, id) where state in ('Suspense', 'Returning', 'Unexplained');
create index bank_lines_by_bank on bank_lines (bank_reference) where bank_reference is not null;
create index bank_lines_by_end on bank_lines (end_to_end_id) where end_to_end_id is not null;
create index bank_lines_of_customer on bank_lines (customer) where customer is not null;

create table payment_files (
  id uuid primary key,
  number bigint generated always as identity unique,
  name text not null,
  sha256 bytea not null check (length(sha256) = 32),
  sealed bytea not null,
  payments integer not null check (payments > 0),
  cents numeric(38, 0) not null check (cents > 0),
  made_by uuid not null references customers,
  reason text not null,
  at timestamptz not null
);

create table bank_payments (
  id uuid primary key,
  number bigint generated always as identity unique,
  kind text not null check (kind in ('payout', 'return', 'proof')),
  -- What it belongs to, in the feature whose it is.
  subject text not null,
  customer uuid,
  cents numeric(38, 0) not null check (cents > 0),
  end_to_end_id text not null unique check (end_to_end_id ~ '^IG[0-9A-F]{30}$'),
  -- Who gets it, by name and number, and what he reads.
  sealed bytea not null,
  last_four text not null,
  approved_by uuid[] not null,
  state text not null default 'Ready' check (state in ('Ready', 'Sent', 'Paid', 'Returned', 'Failed', 'Cancelled')),
  made_at timestamptz not null,
  file uuid references payment_files,
  sent_at timestamptz,
  -- The line that shows that it left.
  line uuid unique references bank_lines,
  done_at timestamptz,
  constraint bank_payments_sent check ((state in ('Ready', 'Cancelled')) = (file is null) and (file is null) = (sent_at is null)),
  constraint bank_payments_paid check (state <> 'Paid' or line is not null)
) with (fillfactor = 80);
create index bank_payments_ready on bank_payments (number) where state = 'Ready';
create index bank_payments_sent on bank_payments (sent_at, id) where state = 'Sent';
create index bank_payments_of_customer on bank_payments (customer) where customer is not null;
create index bank_payments_of_file on bank_payments (file) where file is not null;

insert into state_moves (thing, from_state, to_state) values
  ('bank-statement', 'Waiting', 'Accepted'), ('bank-statement', 'Waiting', 'Refused'),
  ('bank-line', 'New', 'Taken'), ('bank-line', 'New', 'Suspense'), ('bank-line', 'New', 'Unexplained'),
  ('bank-line', 'Taken', 'Reversed'), ('bank-line', 'Suspense', 'Taken'), ('bank-line', 'Suspense', 'Returning'),
  ('bank-line', 'Suspense', 'Reversed'), ('bank-line', 'Returning', 'Returned'), ('bank-line', 'Returning', 'Suspense'),
  ('bank-line', 'Returned', 'Suspense'), ('bank-line', 'Unexplained', 'Taken'),
  ('bank-payment', 'Ready', 'Sent'), ('bank-payment', 'Ready', 'Cancelled'), ('bank-payment', 'Sent', 'Paid'),
  ('bank-payment', 'Sent', 'Returned'), ('bank-payment', 'Sent', 'Failed'), ('bank-payment', 'Paid', 'Returned');
create trigger bank_statements_states before update of state on bank_statements
  for each row when (old.state <> new.state) execute function check_state_move('bank-statement');
create trigger bank_lines_states before update of state on bank_lines
  for each row when (old.state <> new.state) execute function check_state_move('bank-line');
create trigger bank_payments_states before update of state on bank_payments
  for each row when (old.state <> new.state) execute function check_state_move('bank-payment');

-- An accepted statement begins where the one before it ended, in number and in money, and stays as it is.
create function check_bank_statement() returns trigger language plpgsql as $$
declare
  before bank_statements;
begin
  if (to_jsonb(new) - '{state,accepted_at,follows,worked_at,problem}'::text[])
    is distinct from (to_jsonb(old) - '{state,accepted_at,follows,worked_at,problem}'::text[])
    or (old.state <> 'Waiting' and (new.follows, new.accepted_at, new.problem)
      is distinct from (old.follows, old.accepted_at, old.problem))
  then
    raise exception 'statement % stays as it came', old.number using errcode = 'restrict_violation';
  end if;
  if new.state = 'Accepted' and new.follows is not null and old.state = 'Waiting' then
    select * into before from bank_statements where id = new.follows;
    if before.state <> 'Accepted' or before.account <> new.account or before.closing <> new.opening then
      raise exception 'statement % does not follow %', new.number, before.number using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end
$$;
create trigger bank_statements_as_came before update on bank_statements
  for each row execute function check_bank_statement();

-- A line stays as the bank wrote it; only what it became is added. One that never counted may go.
create function check_bank_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if (select state from bank_statements where id = old.statement) = 'Accepted' then
      raise exception 'line % of an accepted statement stays', old.number using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (to_jsonb(new) - '{state,became,customer,subject,in_suspense,since,sealed}'::text[])
    is distinct from (to_jsonb(old) - '{state,became,customer,subject,in_suspense,since,sealed}'::text[])
    or (select state from bank_statements where id = old.statement) <> 'Accepted'
  then
    raise exception 'line % stays as the bank wrote it', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger bank_lines_as_came before update or delete on bank_lines
  for each row execute function check_bank_line();

-- What is paid stays as it was ordered, and whoever had a part in it never puts it into a file.
create function check_bank_payment() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{state,file,sent_at,line,done_at,sealed}'::text[])
    is distinct from (to_jsonb(old) - '{state,file,sent_at,line,done_at,sealed}'::text[])
    or (old.file is not null and new.file is distinct from old.file)
    or (old.line is not null and new.line is distinct from old.line)
  then
    raise exception 'payment % stays as it was ordered', old.number using errcode = 'restrict_violation';
  end if;
  if old.file is null and new.file is not null
    and (select made_by from payment_files where id = new.file) = any (new.approved_by)
  then
    raise exception 'payment % was approved by who sends it', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger bank_payments_as_ordered before update on bank_payments
  for each row execute function check_bank_payment();

create trigger bank_statements_kept before delete or truncate on bank_statements
  for each statement execute function refuse_change();
create trigger bank_lines_kept before truncate on bank_lines for each statement execute function refuse_change();
create trigger bank_payments_kept before delete or truncate on bank_payments
  for each statement execute function refuse_change();
create trigger payment_files_kept before delete or truncate on payment_files
  for each statement execute function refuse_change();
