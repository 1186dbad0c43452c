import type { DoctorFinding } from '../../../http/shapes/setup.ts'

type About = Pick<DoctorFinding, 'group' | 'name' | 'says'>

export const fine = (about: About): DoctorFinding => ({ ...about, ok: true, fix: null })
/** Every problem comes with a fix. */
export const warn = (about: About, fix: string): DoctorFinding => ({ ...about, ok: 'warning', fix })
export const broken = (about: About, fix: string): DoctorFinding => ({ ...about, ok: false, fix })
