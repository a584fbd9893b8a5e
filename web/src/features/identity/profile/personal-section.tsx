import type { Info } from '@ingot/endpoints/account'
import { Skeleton } from '@mantine/core'
import { formatDay, formatUtcMoment } from '../../../lib/local-format.ts'
import { Card } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { PictureSkeleton } from '../../../ui/picture-choice.tsx'
import { IdentityCard } from './identity-card.tsx'
import { PictureCard } from './picture-card.tsx'
import classes from './profile.module.css'

const Since = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatUtcMoment(new Date(at))}>
    {formatDay(new Date(at))}
  </time>
)

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
      <Facts>
        <Fact name="Username">{info.username || '—'}</Fact>
        <Fact name="E-mail">{info.email || '—'}</Fact>
        <Fact name="Introducer">{info.introducer ?? 'None'}</Fact>
        <Fact name="Customer since">
          <Since at={info.since} />
        </Fact>
        <Fact name="Rank">{info.customer_rank?.role ?? 'None'}</Fact>
      </Facts>
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
