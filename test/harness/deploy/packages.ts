import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian has programs of the system, also if the path of an ordinary user lacks them. */
const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']

/** The path of an installed program; undefined, with a printed line that names the Debian package, if it is missing. */
export function findProgram(name: string, debianPackage = name): string | undefined {
  const found = places.map((place) => join(place, name)).find(isExecutable)
  if (found === undefined) console.log(`Skipped: ${name} (Debian package ${debianPackage}) is not installed`)
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
