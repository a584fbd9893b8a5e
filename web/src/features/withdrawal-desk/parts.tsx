import type { DeskWithdrawalDetails } from '@ingot/endpoints/withdrawal-desk'
import { type ReactNode, useId } from 'react'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { countryName } from '../../lib/country-names.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './withdrawal-desk.module.css'
import { barName, wayWords } from './withdrawal-words.ts'

type Shown = { withdrawal: DeskWithdrawalDetails }

export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  )
}

export const About = ({ withdrawal }: Shown) => {
  const { customer, way, parcel, parcels, asset, grams, insured, fees, feeAsset, replaces, requestedAt } = withdrawal
  const { approvedBy, packedBy, reason, dispute, wrongCodes } = withdrawal
  return (
    <Part title="What it is">
      <Facts>
        <Fact name="Customer">
          <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
        </Fact>
        <Fact name="Way">
          {wayWords[way]}
          {parcels > 1 && `, ${parcel} of ${parcels}`}
        </Fact>
        <Fact name="Given for it">
          <Amount value={grams} asset={asset} />
        </Fact>
        <Fact name="Fees">
          <Amount value={fees.total} asset={feeAsset} />
        </Fact>
        {way === 'deliver' && (
          <Fact name="Insured for">
            <Amount value={insured} asset="USD" />
          </Fact>
        )}
        <Fact name="Asked for">
          <Moment at={requestedAt} />
        </Fact>
        {replaces !== null && <Fact name="In the place of">Withdrawal {replaces}, which was lost</Fact>}
        {approvedBy !== null && <Fact name="Approved by">{approvedBy}</Fact>}
        {packedBy !== null && <Fact name="Packed by">{packedBy}</Fact>}
        {reason !== null && <Fact name="Reason">{reason}</Fact>}
        {dispute !== null && <Fact name="The customer says">{dispute}</Fact>}
        {wrongCodes > 0 && <Fact name="Wrong release codes">{wrongCodes}</Fact>}
      </Facts>
    </Part>
  )
}

export const Bars = ({ withdrawal: { bars } }: Shown) => (
  <Part title="Bars">
    <ul className={classes.bars}>
      {bars.map((bar) => (
        <li key={bar.id}>
          <span>
            <span className={classes.bar}>{barName(bar)}</span>
            <span className={classes.quiet}>
              {bar.size} g of {bar.fineness}
              {bar.year !== null && `, ${bar.year}`}
            </span>
          </span>
          <Amount value={bar.fineGrams} asset="g" decimals={decimalsOf('XAU')} />
        </li>
      ))}
    </ul>
  </Part>
)

/** Only for those who pack; that it was read is recorded. */
export const Address = ({ withdrawal: { address } }: Shown) =>
  address && (
    <Part title="Goes to">
      <address className={classes.address}>
        {[
          address.name,
          address.street,
          `${address.postalCode} ${address.city}`.trim(),
          countryName(address.country),
        ].map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className={classes.quiet}>Each look at it is recorded with your name.</p>
    </Part>
  )

export const Carrier = ({ withdrawal: { carrier, tracking, scans } }: Shown) =>
  tracking !== null && (
    <Part title="Carrier">
      <Facts>
        <Fact name="Tracking number">
          <CopyText label="tracking number" value={tracking} />
        </Fact>
        {carrier !== null && <Fact name="Carrier">{carrier}</Fact>}
      </Facts>
      {scans.length === 0 ? (
        <p className={classes.quiet}>The carrier has told nothing yet.</p>
      ) : (
        <ol className={classes.told} aria-label="What the carrier told">
          {scans.map(({ at, words, place }) => (
            <li key={`${at} ${words}`}>
              {words}
              <span className={classes.quiet}>
                <Moment at={at} />
                {place !== '' && `, ${place}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Part>
  )

export const History = ({ withdrawal: { history } }: Shown) => (
  <Part title="What became of it">
    <ol className={classes.told}>
      {history.map(({ state, at, by, why }) => (
        <li key={`${state} ${at}`}>
          <strong>{state}</strong>
          <span className={classes.quiet}>
            <Moment at={at} />
            {by !== '' && `, ${by}`}
          </span>
          {why !== null && <span>“{why}”</span>}
        </li>
      ))}
    </ol>
  </Part>
)
