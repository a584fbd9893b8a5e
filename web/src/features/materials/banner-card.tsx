import { type BannerSize, type Material, pictureTypes } from '@ingot/endpoints/materials'
import { Button } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { BannerPicture } from './banner-picture.tsx'
import { fileName, sizeLabel, sizeWords } from './material-words.ts'
import classes from './materials.module.css'
import { useBannerPicture, useSaveBanner } from './queries.ts'

const Preview = ({ material, size }: { material: Material; size: BannerSize }) => (
  <BannerPicture query={useBannerPicture(material, size)} headline={material.headline} size={size} />
)
/** A banner as it looks, and each of its sizes to be saved. */
export const BannerCard = ({ material }: { material: Material }) => {
  const { id, title, sizes } = material
  const save = useSaveBanner(fileName(title))
  const [first] = sizes
  const isSaving = (size: BannerSize, type: string) =>
    save.isPending && save.variables.size === size && save.variables.type === type
  return (
    <Card as="li" className={classes.card}>
      <h3 className={classes.title}>{title}</h3>
      {first && <Preview material={material} size={first} />}
      <ul className={classes.sizes} aria-label={`Sizes of ${title}`}>
        {sizes.map((size) => (
          <li key={size} className={classes.size}>
            <span>{sizeLabel(size)}</span>
            <span className={classes.types}>
              {pictureTypes.map((type) => (
                <Button
                  key={type}
                  variant="default"
                  size="compact-sm"
                  loading={isSaving(size, type)}
                  aria-label={`Download ${title}, ${sizeWords(size)}, as ${type.toUpperCase()}`}
                  onClick={() => save.mutate({ id, size, type })}
                >
                  {type.toUpperCase()}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <FormProblem failure={save.error} />
    </Card>
  )
}
