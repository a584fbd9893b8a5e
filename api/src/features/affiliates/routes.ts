import type { Db } from '@ingot/db/connect'
import { readUpline } from '@ingot/endpoints/affiliates'
import { type Binding, bind } from '../../bind.ts'
import { isUpline } from './store.ts'

export const affiliatesRoutes = (db: Db): Binding[] => [
  bind(readUpline, async ({ person }) => ({ data: await isUpline(db, person.id) })),
]
