-- People who can sign in. What they know is kept only in a form that does not give it away.
create table customers (
  id uuid primary key default gen_random_uuid(),
  -- Counts customers; the wallet address is computed from it.
  number bigint generated always as identity unique,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  username text not null check (username ~* '^[a-z][a-z0-9._-]{2,29}$'),
  role text not null default 'customer' check (role in ('customer', 'operator')),
  -- Empty once the account was locked: no password fits until it is set anew by mail.
  password_hash text not null,
  email_verified_at timestamptz not null,
  kyc_status text not null default 'Not Verified'
    check (kyc_status in ('Not Verified', 'Pending', 'Rejected', 'Approved', 'Verified')),
  customer_rank text check (customer_rank in ('Affiliates', 'Introducer', 'Consultant')),
  ref_code text not null unique check (ref_code ~ '^[0-9A-Z]{8}$'),
  user_hash text not null unique check (user_hash ~ '^[0-9a-f]{64}$'),
  introducer uuid references customers check (introducer <> id),
  picture text,
  sign_in_mail boolean not null default true,
  news_mail boolean not null default false,
  -- Since when outgoing actions wait.
  credentials_changed_at timestamptz,

  pin_hash text,
  pin_failures integer not null default 0 check (pin_failures >= 0),
  pin_locked_until timestamptz,

  -- Encrypted. A pending secret becomes the one that counts once a code of it was seen.
  totp_secret bytea,
  -- The last time step of which a code was accepted: no code is taken twice.
  totp_last_step bigint,
  totp_pending_secret bytea,
  totp_pending_proven boolean not null default false,

  created_at timestamptz not null
);
create unique index customers_username on customers (lower(username));
create index customers_introducer on customers (introducer);

-- Who has registered and not yet shown that the e-mail is theirs. Written alike for an e-mail that is known, so that
-- nothing here tells whether it is; each one has links of its own, and the first that is confirmed becomes the customer.
create table registrations (
  id bigint generated always as identity primary key,
  email text not null,
  username text not null,
  password_hash text not null,
  introducer uuid references customers,
  terms_version text not null,
  created_at timestamptz not null,
  mailed_at timestamptz,
  code_hash bytea,
  code_tries_left integer not null default 0 check (code_tries_left >= 0),
  code_expires_at timestamptz,
  code_mailed_at timestamptz
);
create unique index registrations_username on registrations (lower(username));
create index registrations_email on registrations (email, id desc);

create table registration_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  registration bigint not null references registrations on delete cascade,
  expires_at timestamptz not null
);
create index registration_links_registration on registration_links (registration);

-- Which version of which text a customer accepted.
create table customer_consents (
  customer uuid not null references customers on delete cascade,
  text_name text not null,
  text_version text not null,
  accepted_at timestamptz not null,
  primary key (customer, text_name, text_version),
  foreign key (text_name, text_version) references texts (name, version)
);

create table backup_codes (
  customer uuid not null references customers on delete cascade,
  code_hash bytea not null,
  primary key (customer, code_hash)
);

-- A bearer token names the session, and the cookie whose hash is here proves it.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  customer uuid not null references customers on delete cascade,
  cookie_hash bytea not null check (length(cookie_hash) = 32),
  -- Signed in with, or enrolled in, 2FA.
  two_factor boolean not null,
  address text not null,
  agent text not null,
  started_at timestamptz not null,
  last_active_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_customer on sessions (customer, started_at desc);

-- Secrets that were mailed. Using one removes it.
create table mail_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer uuid not null references customers on delete cascade,
  purpose text not null check (purpose in ('reset-password', 'veto-recovery', 'lock-account')),
  expires_at timestamptz not null
);
create index mail_links_customer on mail_links (customer, purpose);

-- When a mail that anyone can ask for was last sent, so that nobody's inbox is filled.
create table mail_sends (
  customer uuid not null references customers on delete cascade,
  kind text not null,
  sent_at timestamptz not null,
  primary key (customer, kind)
);

-- What was proven for one operation of one session. Used once, in the operation's own transaction.
create table step_up_grants (
  session uuid not null references sessions on delete cascade,
  operation text not null,
  factor text not null check (factor in ('pin', '2fa')),
  expires_at timestamptz not null,
  primary key (session, operation, factor)
);

create table two_factor_recoveries (
  id bigint generated always as identity primary key,
  customer uuid not null references customers on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'vetoed', 'done')),
  requested_at timestamptz not null,
  ends_at timestamptz not null
);
create unique index two_factor_recoveries_waiting on two_factor_recoveries (customer) where state = 'waiting';

-- How often something that guards an account was tried.
create table tries (
  scope text not null,
  subject text not null,
  count integer not null,
  resets_at timestamptz not null,
  primary key (scope, subject)
);
create index tries_resets_at on tries (resets_at);

-- Sign-ins and sensitive actions. Refused ones of unknown accounts have no customer.
create table audit_events (
  id bigint generated always as identity primary key,
  customer uuid,
  kind text not null,
  at timestamptz not null,
  address text not null,
  agent text not null
);
create index audit_events_customer on audit_events (customer, id desc);
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
