-- Who was invited to become an operator, by whom, and with which roles. The link is known by its hash, and works once.
create table operator_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 254),
  roles text[] not null check (cardinality(roles) > 0),
  invited_by uuid not null references customers,
  approved_by uuid not null references customers,
  invited_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null until the mail is written.
  token_hash bytea unique check (length(token_hash) = 32),
  accepted_at timestamptz
);
create index operator_invitations_email on operator_invitations (email);
