-- When the carrier was last asked about a parcel.
alter table withdrawals add column asked_at timestamptz;
create index withdrawals_on_their_way on withdrawals (id) where state in ('Sent', 'Late');
create index withdrawal_choices_left on withdrawal_choices (until) where order_id is null;
