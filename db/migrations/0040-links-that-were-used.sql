-- Links that confirmed an e-mail, for as long as they would have worked: whoever opens one a second time hears that it has
-- done its work. Only the link itself is remembered, not whose it was.
create table used_registration_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  expires_at timestamptz not null
);
