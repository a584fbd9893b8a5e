-- Customers' own accounts at banks. The number is sealed; its keyed digest finds it again, and its last four are shown.
create table bank_accounts (
  id uuid primary key,
  number bigint generated always as identity unique,
  customer uuid not null,
  state text not null default 'Pending',
  -- Why it was rejected or suspended, and what an operator wrote about it.
  reason text check (reason in ('name', 'document', 'code', 'late', 'other', 'payment-returned', 'name-changed', 'death-reported', 'customer')),
  note text,
  -- Whose name is on it, at which bank and under which number; gone once its customer was erased.
  sealed bytea,
  digest bytea check (length(digest) = 32),
  last_four text not null,
  country text not null,
  is_iban boolean not null,
  -- How near the name on it is to the verified one, in thousandths, and when that one had been handed in.
  score smallint not null check (score between 0 and 1000),
  named_at timestamptz not null,
  is_preferred boolean not null default false,
  added_at timestamptz not null,
  verified_at timestamptz,
  -- Since when it waits for an operator; null while it waits for nobody or for its customer.
  review_since timestamptz,
  constraint bank_accounts_state check (state in ('Pending', 'Verified', 'Rejected', 'Suspended', 'Removed')),
  constraint bank_accounts_reason check ((state in ('Rejected', 'Suspended')) = (reason is not null)),
  constraint bank_accounts_preferred check (not is_preferred or state = 'Verified'),
  constraint bank_accounts_review check (review_since is null or state = 'Pending'),
  constraint bank_accounts_verified check (state <> 'Verified' or verified_at is not null),
  constraint bank_accounts_sealed check ((sealed is null) = (digest is null) and (sealed is not null or state = 'Removed'))
);
create index bank_accounts_of_customer on bank_accounts (customer, number);
create index bank_accounts_of_number on bank_accounts (digest) where digest is not null;
-- A customer has an account once, and prefers one.
create unique index bank_accounts_once on bank_accounts (customer, digest) where state <> 'Removed';
create unique index bank_accounts_one_preferred on bank_accounts (customer) where is_preferred;
create index bank_accounts_to_review on bank_accounts (review_since, id) where review_since is not null;
create index bank_accounts_verified_ones on bank_accounts (customer) where state = 'Verified';

insert into state_moves (thing, from_state, to_state) values
  ('bank-account', 'Pending', 'Verified'), ('bank-account', 'Pending', 'Rejected'), ('bank-account', 'Pending', 'Removed'),
  ('bank-account', 'Rejected', 'Pending'), ('bank-account', 'Rejected', 'Removed'),
  ('bank-account', 'Verified', 'Suspended'), ('bank-account', 'Verified', 'Removed'),
  ('bank-account', 'Suspended', 'Pending'), ('bank-account', 'Suspended', 'Removed');
create trigger bank_accounts_states before update of state on bank_accounts
  for each row when (old.state <> new.state) execute function check_state_move('bank-account');

-- Whose it is and which account it is stays; a number can be sealed anew or be erased.
create function check_bank_account() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.customer, new.country, new.is_iban, new.added_at)
    is distinct from (old.id, old.number, old.customer, old.country, old.is_iban, old.added_at)
    or (old.sealed is null and new.sealed is not null)
    or (new.last_four <> old.last_four and new.sealed is not null)
  then
    raise exception 'bank account % stays as it was added', old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger bank_accounts_as_added before update on bank_accounts for each row execute function check_bank_account();
create trigger bank_accounts_kept before delete or truncate on bank_accounts for each statement execute function refuse_change();

-- What was given to prove whose an account is: the newest counts.
create table bank_account_proofs (
  id uuid primary key,
  number bigint generated always as identity unique,
  account uuid not null references bank_accounts,
  customer uuid not null,
  kind text not null check (kind in ('statement', 'deposit', 'remittance')),
  upload uuid,
  -- Of a small deposit: its payment, the digest of its code with the id of the key, how often it was tried, and until when it counts.
  payment uuid unique,
  code_hash bytea,
  code_key text,
  tries smallint not null default 0 check (tries between 0 and 100),
  until timestamptz,
  sent_at timestamptz,
  made_at timestamptz not null,
  constraint bank_account_proofs_statement check ((kind = 'statement') = (upload is not null)),
  constraint bank_account_proofs_deposit check ((kind = 'deposit') = (payment is not null) and (kind = 'deposit') = (until is not null)),
  constraint bank_account_proofs_code check ((code_hash is null) = (code_key is null) and (code_hash is null or kind = 'deposit'))
);
create index bank_account_proofs_of_account on bank_account_proofs (account, number desc);
create index bank_account_proofs_of_customer on bank_account_proofs (customer, made_at) where kind = 'deposit';
-- A code counts until it was entered, its time is over or another proof has come.
create index bank_account_proofs_open on bank_account_proofs (until, id) where code_hash is not null;
create unique index bank_account_proofs_one_open on bank_account_proofs (account) where code_hash is not null;
create trigger bank_account_proofs_kept before delete or truncate on bank_account_proofs
  for each statement execute function refuse_change();

alter table wallet_links drop constraint wallet_links_purpose_check;
alter table wallet_links add constraint wallet_links_purpose_check
  check (purpose in ('freeze', 'cancel-transfer', 'cancel-address', 'cancel-bank-account'));
