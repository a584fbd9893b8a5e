import type { Page } from '@ingot/endpoints/list'
import type { ListedSnapshot } from '@ingot/endpoints/proofs'
import type { BarOfList } from '@ingot/proof/shapes'
import { pageOf } from '../../lists.ts'
import { policy } from '../../policy.ts'
import type { Proofs } from './proofs.ts'
import { readSnapshot, snapshotList } from './service.ts'
import { barsIn } from './taking.ts'

/** So many pages of the list, and lists of bars, a process keeps: devices ask for the newest ones. */
const [pagesKept, barsKept] = [10, 3]

type Kept<T> = { at: number; answer: Promise<T> }

/** Keeps the answers that were asked for last, each for so long. Whoever asks meanwhile gets the same; what failed is asked again. */
const keeping = <T>(most: number, milliseconds: number, now: () => Date) => {
  const known = new Map<string, Kept<T>>()
  return (name: string, ask: () => Promise<T>): Promise<T> => {
    const [before, at] = [known.get(name), now().getTime()]
    const kept = before && Math.abs(at - before.at) < milliseconds ? before : { at, answer: ask() }
    known.delete(name)
    known.set(name, kept)
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size > most) known.delete(oldest)
    kept.answer.catch(() => {
      if (known.get(name) === kept) known.delete(name)
    })
    return kept.answer
  }
}

/** The same for everybody, and every device asks for it at once: so a process reads it once for all who ask within some seconds. */
export const snapshotBoard = ({ db, now }: Pick<Proofs, 'db' | 'now'>) => {
  const pages = keeping<Page<ListedSnapshot>>(pagesKept, policy.reserves.pageSeconds * 1000, now)
  const bars = keeping<BarOfList[]>(barsKept, Number.POSITIVE_INFINITY, now)
  return {
    list: (query: { cursor?: string | undefined }) => pages(query.cursor ?? '', () => pageOf(snapshotList(db), query)),
    /** The bars that lay there at an entry that is final never change. */
    read: (number: number) => readSnapshot(db, number, (begun) => bars(String(begun.entry), () => barsIn(db, begun))),
  }
}
