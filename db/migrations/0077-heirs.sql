-- Whom customers name to receive what they leave; what is done when somebody is said to have died; and how a customer takes
-- everything along and closes the account.

-- Each change is another version of the whole. The last one that was confirmed and has come into force holds; drafts hold nothing.
create table nominee_sets (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  -- Counted from 1 when it is confirmed.
  version integer check (version > 0),
  -- Who they are, and their shares.
  sealed bytea not null,
  nominees smallint not null check (nominees between 0 and 5),
  -- Chosen on purpose, which is something else than none.
  names_nobody boolean not null default false,
  state text not null default 'Draft',
  changed_at timestamptz not null,
  confirmed_at timestamptz,
  in_force_from timestamptz,
  ended_at timestamptz,
  document uuid,
  -- When the customer was last asked whether it is still right.
  reminded_at timestamptz,
  unique (customer, version),
  constraint nominee_sets_nobody check (not names_nobody or nominees = 0),
  constraint nominee_sets_confirmed check ((confirmed_at is null) = (version is null) and (confirmed_at is null) = (in_force_from is null)
    and (confirmed_at is null) = (state in ('Draft', 'Discarded'))),
  constraint nominee_sets_ended check ((ended_at is not null) = (state in ('Discarded', 'Withdrawn')))
);
create unique index nominee_sets_draft on nominee_sets (customer) where state = 'Draft';
create index nominee_sets_confirmed_of on nominee_sets (customer, version desc) where state = 'Confirmed';
-- Those of which their customers are told, at once or once a year.
create index nominee_sets_told on nominee_sets (reminded_at nulls first) where state = 'Confirmed';

insert into state_moves (thing, from_state, to_state) values
  ('nominee-set', 'Draft', 'Confirmed'), ('nominee-set', 'Draft', 'Discarded'), ('nominee-set', 'Confirmed', 'Withdrawn');
create trigger nominee_sets_states before update of state on nominee_sets
  for each row when (old.state <> new.state) execute function check_state_move('nominee-set');

-- Somebody is said to have died. What was told is sealed; whose account it is, is for Compliance to find.
create table estates (
  id uuid primary key,
  number bigint generated always as identity unique,
  state text not null default 'Reported',
  source text not null check (source in ('public', 'operator')),
  reported_at timestamptz not null,
  reported_by uuid,
  -- Who reports, and who is said to have died.
  sealed bytea not null,
  -- Of the name and the day of birth of who is said to have died: reports about one person are told together.
  digest bytea not null,
  -- Where the one who reported sends papers, by a link that he was mailed.
  link bytea unique,
  link_until timestamptz,
  customer uuid,
  checked_at timestamptz,
  checked_by uuid,
  -- What was done for it, and is undone when it comes to nothing.
  froze boolean not null default false,
  paused_plans uuid[] not null default '{}',
  waiting_from timestamptz,
  waiting_until timestamptz,
  -- Reminders that the owner was sent while it waits.
  reminders smallint not null default 0,
  vetoed_at timestamptz,
  vetoed_by text check (vetoed_by in ('session', 'mail')),
  -- When the owner had renewed password, PIN and 2FA after a veto.
  renewed_at timestamptz,
  documents_at timestamptz,
  -- As the certificate has it, and the nominees that held on that day.
  died_on date,
  nominee_set uuid references nominee_sets on delete set null,
  -- What it was worth when it was approved, in cents.
  worth_cents bigint check (worth_cents >= 0),
  approved_at timestamptz,
  asked_by uuid,
  approved_by uuid,
  -- The signed statement as of the day of death.
  statement uuid,
  distributed_at timestamptz,
  ended_at timestamptz,
  reason text check (length(reason) <= 1000),
  constraint estates_two_persons check (approved_by is null or approved_by <> asked_by),
  constraint estates_of check (customer is not null or state in ('Reported', 'Refused')),
  constraint estates_approved check ((approved_at is not null) = (state in ('Approved', 'Distributed'))
    and (approved_at is null) = (approved_by is null) and (approved_at is null or died_on is not null)),
  constraint estates_vetoed check ((vetoed_at is not null) = (state = 'Vetoed')),
  constraint estates_ended check ((ended_at is not null) = (state in ('Refused', 'Vetoed', 'Distributed')))
) with (fillfactor = 80);
create unique index estates_open on estates (customer) where state in ('Checking', 'Waiting', 'Documents', 'Approved');
create index estates_of_customer on estates (customer, number desc) where customer is not null;
create index estates_alike on estates (digest);
create index estates_at_work on estates (reported_at, id) where state in ('Reported', 'Checking', 'Waiting', 'Documents', 'Approved');

insert into state_moves (thing, from_state, to_state) values
  ('estate', 'Reported', 'Checking'), ('estate', 'Reported', 'Refused'),
  ('estate', 'Checking', 'Waiting'), ('estate', 'Checking', 'Refused'), ('estate', 'Checking', 'Vetoed'),
  ('estate', 'Waiting', 'Documents'), ('estate', 'Waiting', 'Vetoed'),
  ('estate', 'Documents', 'Approved'), ('estate', 'Documents', 'Refused'),
  ('estate', 'Approved', 'Distributed');
create trigger estates_states before update of state on estates
  for each row when (old.state <> new.state) execute function check_state_move('estate');
create trigger estates_kept before delete or truncate on estates for each statement execute function refuse_change();

-- Who receives, as the set has it or as a court says.
create table estate_beneficiaries (
  id uuid primary key,
  estate uuid not null references estates,
  place smallint not null check (place between 1 and 20),
  share integer not null check (share between 1 and 10000),
  -- Name, day of birth, how to reach him, and the guardian.
  sealed bytea not null,
  -- By which he says that it is him.
  link bytea unique,
  link_until timestamptz,
  customer uuid,
  linked_at timestamptz,
  linked_by text check (linked_by in ('link', 'operators')),
  as_guardian boolean not null default false,
  unique (estate, place),
  constraint estate_beneficiaries_linked check ((customer is null) = (linked_at is null) and (customer is null) = (linked_by is null))
);
create index estate_beneficiaries_of_customer on estate_beneficiaries (customer) where customer is not null;

-- What each receives, to the last unit. What comes in later is another round.
create table estate_parts (
  id uuid primary key,
  estate uuid not null references estates,
  beneficiary uuid not null references estate_beneficiaries,
  round integer not null check (round > 0),
  asset text not null check (asset in ('USDT', 'USDAU', 'QMGT', 'GAE', 'GCA', 'GDS')),
  -- The holding of the one who died whose grams they are.
  holding uuid references holdings,
  units numeric(38, 0) not null check (units > 0),
  -- What they had cost, where that is known.
  cost_units numeric(38, 0) check (cost_units >= 0),
  -- The entry that set them aside, and the one that passed them on.
  entry bigint not null,
  passed_entry bigint,
  passed_at timestamptz,
  -- The new holding of the one who received.
  received uuid references holdings,
  constraint estate_parts_passed check ((passed_entry is null) = (passed_at is null)),
  constraint estate_parts_of_holding check ((holding is not null) = (asset in ('GAE', 'GCA', 'GDS')))
);
create unique index estate_parts_once on estate_parts (beneficiary, round, asset, holding) nulls not distinct;
create index estate_parts_of on estate_parts (estate);

-- Papers: a certificate of death, a court's paper, who the nominees are. Encrypted with a key of its own each.
create table estate_files (
  id uuid primary key,
  number bigint generated always as identity unique,
  estate uuid not null references estates,
  kind text not null check (kind in ('death-certificate', 'court-paper', 'identity', 'other')),
  beneficiary uuid references estate_beneficiaries on delete set null,
  sent_by text not null check (sent_by in ('reporter', 'operator')),
  operator uuid,
  name text not null check (length(name) <= 120),
  type text not null check (type in ('webp', 'pdf')),
  bytes integer not null check (bytes > 0),
  hash bytea check (length(hash) = 32),
  sealed_key bytea,
  sent_at timestamptz not null,
  kept_until timestamptz not null,
  -- Whether an operator found it to be what it says.
  accepted_at timestamptz,
  accepted_by uuid
);
create index estate_files_of on estate_files (estate, number);
create index estate_files_due on estate_files (kept_until) where sealed_key is not null;

-- By which a customer is found whose name and day of birth were told: what he handed in is sealed.
alter table kyc_personal add column person bytea;
create index kyc_personal_person on kyc_personal (person) where person is not null;
create index kyc_personal_unfound on kyc_personal (customer) where person is null;

-- Whoever has died or has closed the account does not sign in any more.
alter table customers add column closed_at timestamptz;
alter table customers add column closed_why text check (closed_why in ('deceased', 'left'));
alter table customers add constraint customers_closed check ((closed_at is null) = (closed_why is null));

-- Everything that is known of a customer, to take along.
create table exit_packs (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  state text not null default 'Asked',
  asked_at timestamptz not null,
  ready_at timestamptz,
  kept_until timestamptz,
  bytes bigint check (bytes > 0),
  hash bytea check (length(hash) = 32),
  sealed_key bytea,
  -- Where its pieces lie in the files' store: another place each time that it is tried.
  place text,
  tries smallint not null default 0,
  constraint exit_packs_ready check ((state = 'Ready') = (sealed_key is not null))
);
create unique index exit_packs_making on exit_packs (customer) where state = 'Asked';
create index exit_packs_of_customer on exit_packs (customer, number desc);
insert into state_moves (thing, from_state, to_state) values
  ('exit-pack', 'Asked', 'Ready'), ('exit-pack', 'Asked', 'Failed'), ('exit-pack', 'Ready', 'Erased');
create trigger exit_packs_states before update of state on exit_packs
  for each row when (old.state <> new.state) execute function check_state_move('exit-pack');

alter table wallet_links drop constraint wallet_links_purpose_check;
alter table wallet_links add constraint wallet_links_purpose_check
  check (purpose in ('freeze', 'cancel-transfer', 'cancel-address', 'cancel-bank-account', 'cancel-payout', 'cancel-withdrawal',
    'cancel-nominees', 'veto-estate'));

-- Grams that were passed on are a holding of whoever received them, with what they had cost.
alter table holdings add column passed_from uuid references holdings;

-- A plan pauses while we look into whether its customer has died.
alter table plans drop constraint plans_reason_check;
alter table plans add constraint plans_reason_check
  check (reason in ('customer', 'skipped', 'verification', 'product', 'estate', 'end', 'closed'));
