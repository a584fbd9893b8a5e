import type { Db } from '@ingot/db/connect'
import type { HealthPart } from '../feature.ts'
import { countMissing, readDamaged } from './making-store.ts'

const day = 24 * 3600_000
/** A document with letters that no font has stays as it is: operators are told for so long, and then it is only counted. */
const toldDays = 7
const mostNamed = 5

/** Named only while a file is not as it was made, as far as anybody has asked for it, or a letter could not be printed. */
export const documentHealth = async ({ db, now }: { db: Db; now: () => Date }): Promise<HealthPart[]> => {
  const damaged = await readDamaged(db, mostNamed)
  const missing = await countMissing(db, new Date(now().getTime() - toldDays * day))
  return [
    ...(damaged.length > 0
      ? [
          {
            name: 'documents',
            ok: false,
            problem: 'the file of a document was changed or is gone',
            advice: `Bring back the files of ${damaged.join(', ')} from a backup of the file store. Nobody gets them until then.`,
          },
        ]
      : []),
    ...(missing > 0
      ? [
          {
            name: 'document letters',
            ok: false,
            problem: 'documents were made with letters that could not be printed',
            advice: `${missing} in the last ${toldDays} days. The log names them and the letters.`,
          },
        ]
      : []),
  ]
}
