import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { FormStack } from '../../ui/form.tsx'
import { LoadingState } from '../../ui/states.tsx'
import classes from './personal.module.css'

const lines = ['second', 'third', 'fourth', 'fifth']

export const PersonalSkeleton = () => (
  <LoadingState label="Loading your information">
    <FormStack>
      <Card className={classes.section}>
        <Skeleton height={18} width="35%" mb={20} />
        <Skeleton height={42} mb={16} />
        <Skeleton height={42} mb={16} />
        <Skeleton height={42} />
      </Card>
      {lines.map((line) => (
        <Card key={line} className={classes.section}>
          <Skeleton height={18} width="35%" />
        </Card>
      ))}
    </FormStack>
  </LoadingState>
)
