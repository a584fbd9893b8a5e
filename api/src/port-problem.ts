import { ProblemForPeople } from '@ingot/db/problem'

/** Why a port could not be listened on, in words where a person can mend it. */
export const portProblem = (error: NodeJS.ErrnoException, setting: string, port: number): Error => {
  if (error.code === 'EADDRINUSE') return new ProblemForPeople(`Port ${port} is taken. Set ${setting} to a free one.`)
  if (error.code === 'EACCES')
    return new ProblemForPeople(`Port ${port} may not be opened by this user. Set ${setting} to one above 1023.`)
  return error
}
