import type { Info } from '@ingot/endpoints/account'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDay, formatUtcMoment } from '../../../lib/local-format.ts'
import { Card } from '../../../ui/card.tsx'
import { PictureSkeleton } from '../../../ui/picture-choice.tsx'
import { IdentityCard } from './identity-card.tsx'
import { PictureCard } from './picture-card.tsx'
import classes from './profile.module.css'

const Since = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatUtcMoment(new Date(at))}>
    {formatDay(new Date(at))}
  </time>
)

const fieldsOf = (info: Info): { label: string; value: ReactNode }[] => [
  { label: 'Username', value: info.username || '—' },
  { label: 'E-mail', value: info.email || '—' },
  { label: 'Introducer', value: info.introducer ?? 'None' },
  { label: 'Customer since', value: <Since at={info.since} /> },
  { label: 'Rank', value: info.customer_rank?.role ?? 'None' },
]

export const PersonalSection = ({ info }: { info: Info }) => (
  <div className={classes.pair}>
    <div className={classes.stack}>
      <IdentityCard kycVerified={info.kycVerified} />
      <PictureCard profileLink={info.profileLink} username={info.username} />
    </div>
    <Card as="section" aria-labelledby="personal">
      <h3 className={classes.cardTitle} id="personal">
        Account
      </h3>
      <dl className={classes.fields}>
        {fieldsOf(info).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  </div>
)

const lines = ['62%', '74%', '48%', '56%', '40%']

export const PairSkeleton = () => (
  <div className={classes.pair}>
    <Card>
      <Skeleton height={18} width="30%" mb={20} />
      <PictureSkeleton />
    </Card>
    <Card>
      <Skeleton height={18} width="40%" mb={20} />
      {lines.map((width) => (
        <Skeleton key={width} height={16} width={width} mb={18} />
      ))}
    </Card>
  </div>
)
