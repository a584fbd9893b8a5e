-- A price that cannot be right is not traded at: what a second source says, and which rounds were doubted.

-- The second source, while one is set: what it last said, in US dollars for a troy ounce, and when it was heard.
create table price_second (
  single boolean primary key default true check (single),
  source text not null,
  -- Since when it is asked, in case it never answers.
  since timestamptz not null,
  price numeric(38, 18) check (price > 0),
  observed_at timestamptz,
  read_at timestamptz,
  check ((price is null) = (observed_at is null) and (price is null) = (read_at is null))
);

-- One row from the first round that was doubted until one is believed again. While one is open, nothing is traded.
create table price_doubts (
  id bigint generated always as identity primary key,
  source text not null,
  first_round numeric(30, 0) not null,
  -- The newest round that is doubted: the one that operators can confirm.
  round numeric(30, 0) not null,
  price numeric(38, 18) not null check (price > 0),
  observed_at timestamptz not null,
  reason text not null check (reason in ('last', 'median', 'second', 'unproven')),
  since timestamptz not null,
  -- What ended it, and which price is believed since then.
  ended_at timestamptz,
  believed_round numeric(30, 0),
  believed_price numeric(38, 18),
  believed_from timestamptz,
  -- The two operators, if it was they and not the second source.
  confirmed_by uuid[] check (cardinality(confirmed_by) = 2 and confirmed_by[1] <> confirmed_by[2]),
  check ((ended_at is null) = (believed_round is null) and (ended_at is null) = (believed_price is null)
    and (ended_at is null) = (believed_from is null)),
  check (confirmed_by is null or ended_at is not null)
);
create unique index price_doubts_open on price_doubts ((true)) where ended_at is null;
create index price_doubts_ended on price_doubts (ended_at desc);
