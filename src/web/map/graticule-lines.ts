import type { CustomLayerInterface, CustomRenderMethodInput, Map } from 'maplibre-gl';

/** Id of the layer of the graticule's lines. */
export const GRATICULE_LINES = 'graticule';

/** A line between two places, degrees. */
export type Segment = readonly [from: readonly [number, number], to: readonly [number, number]];

const VERTEX = `#version 300 es
uniform mat4 u_matrix;
in vec2 a_place;
void main() { gl_Position = u_matrix * vec4(a_place, 0.0, 1.0); }`;
const FRAGMENT = `#version 300 es
precision mediump float;
out vec4 colour;
void main() { colour = vec4(0.788, 0.804, 0.824, 1.0); }`;

/**
 * Lines of the graticule, drawn past the map's tiles: a source of lines makes the map write the masks of its tiles
 * over the whole view at every frame. Lines are one pixel of the screen wide.
 */
export class GraticuleLines implements CustomLayerInterface {
  readonly id = GRATICULE_LINES;
  readonly type = 'custom' as const;
  private gl: WebGL2RenderingContext | null = null;
  private program: WebGLProgram | null = null;
  private buffer: WebGLBuffer | null = null;
  private origin: readonly [number, number] = [0, 0];
  private places = new Float32Array(0);

  onAdd(_map: Map, gl: WebGLRenderingContext | WebGL2RenderingContext): void {
    this.gl = gl as WebGL2RenderingContext;
    this.program = built(this.gl);
    this.buffer = gl.createBuffer();
    this.upload();
  }

  onRemove(): void {
    this.gl?.deleteBuffer(this.buffer);
    this.gl?.deleteProgram(this.program);
    this.gl = null;
  }

  /** Takes other lines. Places are kept from their first one on, so that single precision is enough for them. */
  take(lines: readonly Segment[]): void {
    const all = lines.flat().map(mercator);
    const origin = all[0] ?? this.origin;
    this.origin = origin;
    this.places = new Float32Array(all.flatMap(([x, y]) => [x - origin[0], y - origin[1]]));
    this.upload();
  }

  render(_gl: WebGLRenderingContext | WebGL2RenderingContext, input: CustomRenderMethodInput): void {
    const { gl, program } = this;
    if (gl === null || program === null || this.places.length === 0) return;
    gl.useProgram(program);
    const matrix = moved(input.defaultProjectionData.mainMatrix, this.origin);
    gl.uniformMatrix4fv(gl.getUniformLocation(program, 'u_matrix'), false, matrix);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    const place = gl.getAttribLocation(program, 'a_place');
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, 2, gl.FLOAT, false, 0, 0);
    gl.disable(gl.DEPTH_TEST);
    gl.drawArrays(gl.LINES, 0, this.places.length / 2);
  }

  private upload(): void {
    const { gl } = this;
    if (gl === null) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.places, gl.DYNAMIC_DRAW);
  }
}

/** Web Mercator, 0 to 1 from the north-west corner of the world (EPSG:3857, scaled). */
export function mercator([lon_deg, lat_deg]: readonly [number, number]): [number, number] {
  const lat = (lat_deg * Math.PI) / 180;
  return [(lon_deg + 180) / 360, (1 - Math.log(Math.tan(Math.PI / 4 + lat / 2)) / Math.PI) / 2];
}

/** A column-major matrix after a shift of the places that it is given. */
function moved(matrix: ArrayLike<number>, [x, y]: readonly [number, number]): Float32Array {
  const out = Float32Array.from(matrix);
  for (let row = 0; row < 4; row++)
    out[12 + row] = matrix[row]! * x + matrix[4 + row]! * y + matrix[12 + row]!;
  return out;
}

function built(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(kind);
    if (shader === null) return null;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : null;
}
