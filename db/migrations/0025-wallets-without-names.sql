-- The address of another customer's wallet, if that was given and not the username: the sender then sees the address
-- again and is never told whose it is.
alter table wallet_transfers add column wallet text
  check (wallet ~ '^0x[0-9a-fA-F]{40}$'),
  add check (wallet is null or receiver is not null);
