import { useParams } from 'react-router'
import { ConsultantView } from './consultant-view.tsx'
import { idIn } from './consultant-words.ts'

/** For whoever is logged in, under a readable name that ends with the id. */
export const ConsultantPage = () => {
  const { name = '' } = useParams()
  return <ConsultantView id={idIn(name)} />
}
