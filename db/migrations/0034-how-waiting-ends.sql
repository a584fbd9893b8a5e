-- A hold without a time does not end by itself: whoever has placed it ends it, in the transaction that says what became of
-- what it was for.
alter table ledger_holds alter column expires_at drop not null;

alter table wallet_transfers
  -- Of one that waits, or did: what could not leave until then goes back.
  add column waits_until timestamptz,
  -- Of one that did not leave: when it ended, and why.
  add column ended_at timestamptz,
  add column end_reason text
    check (end_reason in ('customer', 'frozen', 'address-removed', 'declined', 'unverified', 'too-long'));

update wallet_transfers t set waits_until = h.expires_at from ledger_holds h where h.id = t.hold;

-- What ended before this was written down: as far as the books tell.
update wallet_transfers t set
  ended_at = coalesce(e.posted_at, t.waits_until),
  end_reason = case
    when t.state = 'expired' then 'too-long'
    when e.caused_by = 'clock' and s.frozen_at <= e.posted_at then 'frozen'
    when e.caused_by = 'clock' then 'address-removed'
    else 'customer' end
from wallet_transfers ended left join ledger_hold_ends x on x.hold = ended.hold
  left join ledger_entries e on e.id = x.entry left join wallet_senders s on s.customer = ended.customer
where ended.id = t.id and t.state in ('cancelled', 'expired');

alter table wallet_transfers
  add check ((hold is null) = (waits_until is null)),
  add check ((state in ('cancelled', 'expired')) = (ended_at is not null)),
  add check ((ended_at is null) = (end_reason is null));

-- What waits now ends by its transfer alone, as what will be placed from here on.
alter table ledger_holds disable trigger ledger_holds_append_only;
update ledger_holds set expires_at = null where id in (select hold from wallet_transfers where state = 'waiting');
alter table ledger_holds enable trigger ledger_holds_append_only;

-- Keeps everybody from posting to the accounts of an owner until the transaction ends, and from opening one for him. The
-- balances are locked in the order in which posting locks them. Opening an account is rare and waits meanwhile, whoever
-- it is for; posting to those that are there goes on.
create function ledger_lock_owner(who text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  lock table ledger_accounts in share mode;
  perform 1 from ledger_balances where account in (select id from ledger_accounts where owner = who)
    order by house, account for update;
end
$$;
revoke execute on function ledger_lock_owner(text) from public;
