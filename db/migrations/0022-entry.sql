-- When the password was last given in a session: some things ask for it again after a while.
alter table sessions add column password_given_at timestamptz;
update sessions set password_given_at = started_at;
alter table sessions alter column password_given_at set not null;

-- Whether 2FA was ever on: turning it on for the first time takes nothing from anybody, later it may.
alter table customers add column two_factor_was_on boolean not null default false;
update customers c set two_factor_was_on = true
where totp_secret is not null
  or exists (select from audit_events e where e.customer = c.id and e.kind = '2fa-enabled');

-- First steps of a sign-in whose second one opened a session. Kept until they would be over anyway.
create table used_second_steps (
  id uuid primary key,
  expires_at timestamptz not null
);
