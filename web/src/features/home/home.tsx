import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { settings } from '../../lib/settings.ts'
import { TextLink } from '../../ui/form.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { BookingExample } from './booking-example.tsx'
import classes from './home.module.css'

const { name } = settings.brand

const points = [
  {
    title: 'Held by weight',
    text: 'Buy, keep and sell in grams, down to a small fraction of one. What you own is a weight, and the weight does not change with the price.',
  },
  {
    title: 'Backed gram for gram',
    text: 'Issuing a gram sets a gram of vault gold aside in the same entry. When there is none left to set aside, the sale is refused.',
  },
  {
    title: 'Check it yourself',
    text: 'Every balance, fee and result opens down to the entries behind it. You see price, spread and fee before you agree.',
  },
  {
    title: 'Take it out',
    text: 'Sell at the price you are shown, or ask for the metal itself: bars by denomination, delivered or picked up at the vault.',
  },
]

/** What the service is. The price is another feature's and is handed in. */
export const HomePage = ({ price }: { price: ReactNode }) => (
  <div className={classes.page}>
    <section className={classes.hero}>
      <div>
        <h1 className={classes.title} tabIndex={-1}>
          Gold, by the gram.
        </h1>
        <p className={classes.lede}>
          {name} keeps savings in grams of fine gold. Every gram you hold stands against a gram in the vault, and you
          can take it out as money or as metal.
        </p>
        <div className={classes.actions}>
          <Button component={PageLink} to="/signup" size="md">
            Register
          </Button>
          <a className={classes.link} href="#backing">
            See how it is backed
          </a>
        </div>
      </div>
      {price}
    </section>
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
        The price of gold rises and falls, and the value of what you hold with it. {name} promises no return.
      </p>
      <p className={classes.legal}>
        What holds between us stands in the <TextLink to="/term-conditions">terms and conditions</TextLink> and the{' '}
        <TextLink to="/privacy-policy/">privacy policy</TextLink>.
      </p>
    </section>
  </div>
)
