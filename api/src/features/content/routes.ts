import type { Db } from '@ingot/db/connect'
import { readText } from '@ingot/endpoints/content'
import { type Binding, bind } from '../../bind.ts'
import { currentText } from './service.ts'

export const contentRoutes = (db: Db, brand: string): Binding[] => [
  bind(readText, async ({ params }) => ({ data: await currentText(db, params.name, brand) })),
]
