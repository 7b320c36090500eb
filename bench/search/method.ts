/** A search method. Returns shop ids, best first. `among` limits it to these products. */
export interface Method {
  name: string
  search(q: string, among?: readonly number[]): Promise<number[]>
}
