import type { Info } from '@ingot/endpoints/account'
import type { PersonalText } from '@ingot/endpoints/kyc-fields'
import { Skeleton } from '@mantine/core'
import { settings } from '../../../lib/settings.ts'
import { Card } from '../../../ui/card.tsx'
import { FormText } from '../../../ui/form.tsx'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import classes from './profile.module.css'
import { useHandedIn } from './queries.ts'

const joined = (texts: readonly (string | undefined)[], sign: string) => texts.filter(Boolean).join(sign)

const nameOf = ({ firstName, middleName, lastName }: PersonalText) => joined([firstName, middleName, lastName], ' ')

const countryOf = (code: string | undefined) =>
  code ? (new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) ?? code) : ''

const addressOf = ({ address, postalCode, city, country }: PersonalText) =>
  joined([address, joined([postalCode, city], ' '), countryOf(country)], ', ')

const Told = () => {
  const { data, isError, isFetching, refetch } = useHandedIn()
  if (!data && isError)
    return (
      <FailedState
        title="Your name and address could not be read"
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      >
        Your connection may be down, or the service is busy.
      </FailedState>
    )
  if (!data)
    return (
      <LoadingState label="Loading your name and address">
        <Skeleton height={16} width="62%" mb={18} />
        <Skeleton height={16} width="74%" />
      </LoadingState>
    )
  const fields = data.fields ?? {}
  return (
    <dl className={classes.fields}>
      <div>
        <dt>Legal name</dt>
        <dd>{nameOf(fields) || '—'}</dd>
      </div>
      <div>
        <dt>Address</dt>
        <dd>{addressOf(fields) || '—'}</dd>
      </div>
    </dl>
  )
}

/** Who the customer is to us, and whether that was checked. */
export const IdentityCard = ({ kycVerified }: Pick<Info, 'kycVerified'>) => (
  <Card as="section" aria-labelledby="identity">
    <h3 className={classes.cardTitle} id="identity">
      Identity
    </h3>
    <dl className={classes.fields}>
      <div>
        <dt>Verification</dt>
        <dd>{kycVerified}</dd>
      </div>
    </dl>
    <Told />
    <FormText isQuiet>
      To correct your name or address, write to{' '}
      <a className={classes.mailLink} href={`mailto:${settings.brand.supportEmail}`}>
        {settings.brand.supportEmail}
      </a>
      .
    </FormText>
  </Card>
)
