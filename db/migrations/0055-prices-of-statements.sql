-- What gold cost at the moments that documents were valued at, in US dollars for a troy ounce. Prices of the past get coarser and
-- are dropped in the end; who asks for the same statement years later gets the same figures.
create table statement_prices (
  moment timestamptz primary key,
  price numeric(38, 18) not null check (price > 0),
  observed_at timestamptz not null check (observed_at < moment)
);
create trigger statement_prices_append_only before update or delete or truncate on statement_prices
  for each statement execute function refuse_change();
