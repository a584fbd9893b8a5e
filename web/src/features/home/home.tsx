import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { settings } from '../../lib/settings.ts'
import { TextLink } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { BookingExample } from './booking-example.tsx'
import { Essentials } from './essentials.tsx'
import classes from './home.module.css'

const { name } = settings.brand

const points = [
  {
    title: 'Held by weight',
    text: 'Buy, keep and sell in grams, down to a small fraction of one. What you own is a weight, and it stays the same whatever the price does.',
  },
  {
    title: 'Backed gram for gram',
    text: 'For every gram issued to you, a gram of gold in the vault is set aside in the same booking. If none is left, nothing is sold.',
  },
  {
    title: 'Costs up front',
    text: 'You see the price, the spread and the fee before you agree, and the same figures on your receipt afterwards.',
  },
  {
    title: 'Check it yourself',
    text: 'Open any balance, fee or result to see the bookings behind it.',
  },
]

/** What the service is. The price is another feature's and is handed in, and so is what was paid out of fees. */
export const HomePage = ({ price, feeShare }: { price: ReactNode; feeShare?: ReactNode }) => (
  <>
    <section className={classes.hero}>
      <div>
        <h1 className={classes.title} tabIndex={-1}>
          Gold, by the gram.
        </h1>
        <p className={classes.lede}>
          {name} keeps your savings in grams of fine gold. Every gram you hold is backed by a gram in the vault, and you
          can take it out as money or as metal.
        </p>
        <div className={classes.actions}>
          <Button component={PageLink} to="/signup" size="md">
            Register
          </Button>
          <PageLink className={classes.link} to="/reserves">
            See how it is backed
          </PageLink>
        </div>
      </div>
      {price}
    </section>
    <Essentials {...settings.gold} company={settings.brand.company} />
    <section className={classes.backing} aria-labelledby="backing">
      <h2 className={classes.heading} id="backing" tabIndex={-1}>
        How your gold is kept
      </h2>
      <div className={classes.kept}>
        <ul className={classes.points}>
          {points.map(({ title, text }) => (
            <li key={title} className={classes.point}>
              <h3 className={classes.pointTitle}>{title}</h3>
              <p className={classes.pointText}>{text}</p>
            </li>
          ))}
        </ul>
        <BookingExample />
      </div>
      <p className={classes.caveat}>
        The price of gold rises and falls, and with it the value of what you hold. {name} promises no return.
      </p>
      {feeShare && <div className={classes.legal}>{feeShare}</div>}
      <p className={classes.legal}>
        Before you register, read the <TextLink to="/term-conditions">terms and conditions</TextLink> and the{' '}
        <TextLink to="/privacy-policy/">privacy policy</TextLink>.
      </p>
    </section>
  </>
)
