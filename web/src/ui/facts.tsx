import type { Fact as Told } from '@ingot/endpoints/operator-fields'
import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** What is known of somebody, line by line. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Facts as the server tells them, in words. */
export const FactList = ({ facts }: { facts: readonly Told[] }) => (
  <Facts>
    {facts.map(({ name, value }) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ))}
  </Facts>
)
