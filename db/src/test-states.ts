import { thing } from './states.ts'

/** For tests: something with states, and the tables that its owner makes for it. */
export const parcelStates = thing({
  name: 'parcel',
  table: 'parcels',
  moves: { packed: ['sent', 'lost'], sent: ['arrived', 'lost'], arrived: [], lost: [] },
})

export const parcelsTable = `
  create table parcels (
    id int primary key, state text not null default 'packed', road text not null default 'north', signed_by text);
  insert into state_moves (thing, from_state, to_state) values
    ('parcel', 'packed', 'sent'), ('parcel', 'packed', 'lost'), ('parcel', 'sent', 'arrived'), ('parcel', 'sent', 'lost');
  create trigger parcels_states before update of state on parcels
    for each row when (old.state <> new.state) execute function check_state_move('parcel')`
