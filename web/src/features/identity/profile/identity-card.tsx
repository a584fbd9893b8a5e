import type { Info } from '@ingot/endpoints/account'
import type { PersonalText } from '@ingot/endpoints/kyc-fields'
import { Skeleton } from '@mantine/core'
import { settings } from '../../../lib/settings.ts'
import { Card } from '../../../ui/card.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
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

/** While name and address are not there yet: on their way, or they could not be loaded. */
const Pending = ({
  isError,
  isFetching,
  refetch,
}: {
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}) =>
  isError ? (
    <FailedState
      title="Your name and address could not be loaded"
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    >
      Your connection may be down, or the service may be busy.
    </FailedState>
  ) : (
    <LoadingState label="Loading your name and address">
      <Skeleton height={16} width="62%" mb={18} />
      <Skeleton height={16} width="74%" />
    </LoadingState>
  )

/** Who the customer is to us, and whether that was checked. */
export const IdentityCard = ({ kycVerified }: Pick<Info, 'kycVerified'>) => {
  const handedIn = useHandedIn()
  const fields = handedIn.data && (handedIn.data.fields ?? {})
  return (
    <Card as="section" aria-labelledby="identity">
      <h3 className={classes.cardTitle} id="identity">
        Identity
      </h3>
      <Facts>
        <Fact name="Verification">{kycVerified}</Fact>
        {fields && <Fact name="Legal name">{nameOf(fields) || '—'}</Fact>}
        {fields && <Fact name="Address">{addressOf(fields) || '—'}</Fact>}
      </Facts>
      {!fields && <Pending {...handedIn} />}
      <FormText isQuiet>
        To correct your name or address, write to{' '}
        <a className={classes.mailLink} href={`mailto:${settings.brand.supportEmail}`}>
          {settings.brand.supportEmail}
        </a>
        .
      </FormText>
    </Card>
  )
}
