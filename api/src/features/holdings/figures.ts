import { type Deps, type Figure, startOfDay } from '../../feature.ts'
import { countBookingsSince, countTerminationsSince } from './figures-store.ts'

const roles = ['Owner', 'Finance', 'Compliance', 'Support'] as const

export const holdingFigures = ({ db, now }: Pick<Deps, 'db' | 'now'>): Figure[] => [
  {
    name: 'bookings-today',
    title: 'Holdings booked since midnight (UTC)',
    unit: '',
    roles,
    read: () => countBookingsSince(db, startOfDay(now())),
  },
  {
    name: 'terminations-today',
    title: 'Terminations since midnight (UTC)',
    unit: '',
    roles,
    read: () => countTerminationsSince(db, startOfDay(now())),
  },
]
