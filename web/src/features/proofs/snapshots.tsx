import type { ListedSnapshot } from '@ingot/endpoints/proofs'
import { formatDecimal, glanceOf } from '../../lib/local-format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemNote } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { TransactionHash } from '../../ui/transaction-hash.tsx'
import classes from './proofs.module.css'
import { useDownloadBarsOf, useSnapshots } from './queries.ts'

const [hashFirst, hashLast] = [12, 8]

const brief = (hash: string): string => `${hash.slice(0, hashFirst)}…${hash.slice(-hashLast)}`

/** A total as it is read at a glance, whatever number of decimals it is kept with. */
const totalText = (units: string, decimals: number): string => {
  const digits = units.padStart(decimals + 1, '0')
  const { whole, decimals: rest } = formatDecimal(
    glanceOf(`${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`, 2),
  )
  return whole + rest
}

const reportsText = ({ checks, problems }: ListedSnapshot): string => {
  if (checks === 0) return 'No device has reported a check yet.'
  const devices = checks === 1 ? '1 device reported a check' : `${checks} devices reported a check`
  return `${devices}, ${problems === 0 ? 'none' : problems} with a problem. Devices report this themselves; we do not verify it.`
}

const BarsOfSnapshot = ({ number }: { number: number }) => {
  const download = useDownloadBarsOf(number)
  return (
    <>
      <div>
        <LinkButton disabled={download.isPending} onClick={() => download.mutate()}>
          Bars of this snapshot
        </LinkButton>
      </div>
      <FormProblem failure={download.error} />
    </>
  )
}

const Snapshot = ({ snapshot }: { snapshot: ListedSnapshot }) => {
  const { number, takenAt, hash, signature, anchor, trees, bars } = snapshot
  return (
    <Item heading="h3" title={`Snapshot ${number}`} aside={<Moment at={takenAt} />}>
      <ItemNote>
        {bars.count === 1 ? '1 bar' : `${bars.count} bars`}, {totalText(`${bars.fineGrams.split('.')[0]}00`, 2)} g fine
        · {trees.map(({ asset, total, decimals }) => `${totalText(total, decimals)} ${asset}`).join(' · ')}
      </ItemNote>
      <ItemNote>{reportsText(snapshot)}</ItemNote>
      <BarsOfSnapshot number={number} />
      <details className={classes.details}>
        <summary>Fingerprints</summary>
        <dl className={classes.prints}>
          <dt>Snapshot</dt>
          <dd>
            <CopyText label="fingerprint" value={hash} shown={brief(hash)} />
          </dd>
          <dt>Signature</dt>
          <dd>
            <CopyText label="signature" value={signature} shown={brief(signature)} />
          </dd>
          {trees.map(({ asset, root }) => (
            <div key={asset}>
              <dt>{asset}</dt>
              <dd>
                <CopyText label={`root of ${asset}`} value={root} shown={brief(root)} />
              </dd>
            </div>
          ))}
          {anchor && (
            <>
              <dt>Published on the blockchain, block {anchor.block}</dt>
              <dd>
                <TransactionHash hash={anchor.transaction} />
              </dd>
            </>
          )}
        </dl>
      </details>
    </Item>
  )
}

/** What was published, newest first. */
export const Snapshots = () => (
  <section aria-labelledby="snapshots">
    <h2 id="snapshots" className={classes.title}>
      Snapshots
    </h2>
    <p className={classes.quiet}>
      Each asset that customers own has a total and a root of its own. GAE Extra is the same asset as GAE, so its grams
      are in the total of GAE, and so is what is owed for it.
    </p>
    <PagedList
      what="snapshots"
      label="Snapshots"
      query={useSnapshots()}
      empty={
        <EmptyState title="No snapshot yet">
          Once a day everything that customers own is counted, and its fingerprint is published on the blockchain.
        </EmptyState>
      }
    >
      {(snapshot) => <Snapshot key={snapshot.number} snapshot={snapshot} />}
    </PagedList>
  </section>
)
