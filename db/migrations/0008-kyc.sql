-- Who customers are. Whatever tells something about a person is encrypted with a key that the database does not have, and
-- bound to the customer and to what it is: moved to another row, it cannot be read.

-- What a customer has handed in.
create table kyc_personal (
  customer uuid primary key references customers on delete cascade,
  sealed bytea not null,
  submitted_at timestamptz not null,
  -- Set when the customer was erased and the law makes us keep this part: it goes on that day.
  keep_until timestamptz
);
create index kyc_personal_keep_until on kyc_personal (keep_until) where keep_until is not null;

-- What a customer has typed and not handed in yet.
create table kyc_drafts (
  customer uuid primary key references customers on delete cascade,
  sealed bytea not null,
  saved_at timestamptz not null
);

-- A customer as the verification provider knows him, and what the provider last said.
create table kyc_applicants (
  customer uuid primary key references customers on delete cascade,
  applicant_id text not null unique check (length(applicant_id) between 1 and 100),
  opened_at timestamptz not null,
  -- When a read of the provider was last asked for, so that pages that poll do not ask too often.
  asked_at timestamptz,
  -- Each read draws a number before it asks. An answer counts only if no later read has counted already.
  reads bigint not null default 0,
  applied_read bigint not null default 0 check (applied_read <= reads),
  -- Whether documents were handed in, and whether the provider has declined for good.
  submitted boolean not null default false,
  is_final boolean not null default false,
  review_sealed bytea,
  documents_sealed bytea
);

-- Every move of a KYC status. The pairs are those of the table in the code, which a test compares with these.
create table kyc_moves (
  id bigint generated always as identity primary key,
  customer uuid not null,
  from_status text not null,
  to_status text not null,
  cause text not null check (cause in ('provider', 'wallet')),
  at timestamptz not null,
  constraint kyc_moves_allowed check ((from_status, to_status) in (
    ('Not Verified', 'Pending'),
    ('Pending', 'Rejected'), ('Pending', 'Approved'),
    ('Rejected', 'Pending'),
    ('Approved', 'Verified'), ('Approved', 'Pending'), ('Approved', 'Rejected'),
    ('Verified', 'Pending'), ('Verified', 'Rejected')
  ))
);
create index kyc_moves_customer on kyc_moves (customer, id desc);
create trigger kyc_moves_append_only before update or delete or truncate on kyc_moves
  for each statement execute function refuse_change();

-- The provider's messages that were taken: a message that comes again is known by these three.
create table kyc_webhooks (
  applicant_id text not null,
  type text not null,
  created_at_ms text not null,
  received_at timestamptz not null,
  primary key (applicant_id, type, created_at_ms)
);
create index kyc_webhooks_received_at on kyc_webhooks (received_at);

-- Messages whose digest was not right: a row for each address, reason and day, so that nobody can fill the table.
create table kyc_webhook_refusals (
  day date not null,
  address text not null,
  reason text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (day, address, reason)
);

-- Where a customer's wallet is, or will be. It stays when the customer is erased: what arrives there is still his.
create table wallet_addresses (
  customer uuid primary key references customers,
  address text not null unique check (address ~ '^0x[0-9a-fA-F]{40}$'),
  recorded_at timestamptz not null
);

-- Who read what about whom, when and why.
create table personal_data_reads (
  id bigint generated always as identity primary key,
  reader text not null,
  customer uuid not null,
  what text not null,
  why text not null,
  at timestamptz not null
);
create index personal_data_reads_customer on personal_data_reads (customer, id desc);
create trigger personal_data_reads_append_only before update or delete or truncate on personal_data_reads
  for each statement execute function refuse_change();

-- Some calls name their session by the cookie alone.
create unique index sessions_cookie_hash on sessions (cookie_hash);
