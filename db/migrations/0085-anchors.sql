-- What the chain keeps of snapshots and of seals of the ledger, once it is final there.
create table chain_anchors (
  kind text not null check (kind in ('snapshot', 'seal')),
  number bigint not null,
  hash bytea not null check (length(hash) = 32),
  chain_id bigint not null,
  contract text not null,
  transaction text not null,
  block bigint not null,
  anchored_at timestamptz not null,
  primary key (kind, number)
);
create trigger chain_anchors_append_only before update or delete or truncate on chain_anchors
  for each statement execute function refuse_change();

-- Since when there is a contract to anchor in: from then on it is asked for.
create table chain_anchoring (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null
);

alter table chain_alarms drop constraint chain_alarms_name_check;
alter table chain_alarms add constraint chain_alarms_name_check
  check (name in ('deposits', 'reconciliation', 'outside-limit', 'anchoring'));
