import { readConsultant } from '@ingot/endpoints/consultants'
import { useParams } from 'react-router'
import { ConsultantView } from './consultant-view.tsx'

/** For everybody, under the opaque id alone. */
export const ConsultantProfilePage = () => {
  const { userId = '' } = useParams()
  return <ConsultantView id={readConsultant.params.safeParse({ id: userId }).data?.id} />
}
