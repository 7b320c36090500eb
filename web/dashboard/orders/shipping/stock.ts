import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { variantName } from '#web/dashboard/stock/variant-name.ts'

type Line = Pick<AdminOrder['lines'][number], 'productname' | 'options' | 'lefttoship' | 'waitingforstock'>

/** The units of a line that can ship now. */
export const unitsInStock = ({ lefttoship, waitingforstock }: Pick<Line, 'lefttoship' | 'waitingforstock'>) =>
  lefttoship - waitingforstock

/** For each line that waits for stock, how much of it is there. */
export const shortages = (lines: readonly Line[]): string[] =>
  lines
    .filter(({ waitingforstock }) => waitingforstock > 0)
    .map((line) => `${variantName(line)}: ${unitsInStock(line)} of ${line.lefttoship} in stock`)

/** Whether a part of what is left can ship now, and the rest waits for stock. */
export const canShipPart = (lines: readonly Line[]): boolean =>
  lines.some(({ waitingforstock }) => waitingforstock > 0) && lines.some((line) => unitsInStock(line) > 0)
