import type { Db } from '@ingot/db/connect'
import type { HealthPart } from '../feature.ts'
import { countMissing, readDamaged } from './making-store.ts'

const day = 24 * 3600_000
/** A document with letters that no font has stays as it is: operators are told for so long, and then it is only counted. */
const toldDays = 7
const mostNamed = 5

/** Whether every file is as it was made, as far as anybody has asked for it, and every letter was printed. */
export const documentHealth = async ({ db, now }: { db: Db; now: () => Date }): Promise<HealthPart[]> => {
  const damaged = await readDamaged(db, mostNamed)
  const missing = await countMissing(db, new Date(now().getTime() - toldDays * day))
  return [
    {
      name: 'documents',
      ok: damaged.length === 0,
      ...(damaged.length > 0 && {
        problem: 'the file of a document was changed or is gone',
        advice: `Bring back the files of ${damaged.join(', ')} from a backup of the file store. Nobody gets them until then.`,
      }),
    },
    {
      name: 'document letters',
      ok: missing === 0,
      ...(missing > 0 && {
        problem: 'documents were made with letters that could not be printed',
        advice: `${missing} in the last ${toldDays} days. The log names them and the letters.`,
      }),
    },
  ]
}
