import { Card } from '../../../ui/card.tsx'
import { PictureChoice } from '../../../ui/picture-choice.tsx'
import classes from './profile.module.css'
import { useUpdatePicture } from './queries.ts'

/** The profile picture, and the way to another one. */
export const PictureCard = ({ profileLink, username }: { profileLink: string | null; username: string }) => {
  const update = useUpdatePicture()
  // A failure has been said already.
  const save = (square: Blob) => update.mutateAsync(square).then((reply) => reply !== undefined)
  return (
    <Card as="section" aria-labelledby="picture">
      <h3 className={classes.cardTitle} id="picture">
        Picture
      </h3>
      <PictureChoice address={profileLink} name={username} isSaving={update.isPending} onSave={save} />
    </Card>
  )
}
