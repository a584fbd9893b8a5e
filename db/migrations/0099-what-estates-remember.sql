-- Since when a customer wants the account frozen, who asked for it while it was frozen by us: it stays so when ours is over.
alter table wallet_senders add column own_frozen_at timestamptz;

-- Who received a part, where somebody else has been linked since: a child that came of age, or a new account.
alter table estate_parts add column passed_to uuid;
