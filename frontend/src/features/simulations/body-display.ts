import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  Euler,
  InstancedMesh,
  Line,
  LineBasicMaterial,
  Matrix4,
  MeshLambertMaterial,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  type Sprite,
  TorusGeometry,
  Vector3,
} from 'three';
import type { CompiledBody } from '#contract/simulations/compile-scene.ts';
import type { Values } from '#contract/simulations/formula.ts';
import { COLORS } from '#contract/simulations/scene-colors.ts';
import { createSign, type TextSign } from './text-sign.ts';

const MOST_INSTANCES = 2_000;
const MOST_POINTS = 400;

/** Maximum number of triangles for all copies of a body: without a graphics card, each takes two microseconds per frame. */
const TRIANGLES = 6_000;

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, Math.round(value)));

/** Every shape has the size of one metre, which a pose scales. The more copies there are, the coarser they are: hundreds look like dots. */
const geometryOf = ({ shape, copies }: CompiledBody['body']): BufferGeometry => {
  if (shape === 'box') return new BoxGeometry(1, 1, 1);
  const each = TRIANGLES / copies;
  if (shape === 'cylinder') return new CylinderGeometry(0.5, 0.5, 1, between(6, each / 4, 32));
  if (shape === 'cone' || shape === 'field') return new ConeGeometry(0.5, 1, between(6, each / 2, 16));
  if (shape === 'torus') return new TorusGeometry(0.4, 0.1, between(4, each / 64, 12), between(8, each / 16, 32));
  const sides = between(5, Math.sqrt(0.75 * each), 32);
  return new SphereGeometry(0.5, sides, Math.round((2 * sides) / 3));
};

const UP = new Vector3(0, 1, 0);
const [matrix, position, scale, turn, euler, direction] = [
  new Matrix4(),
  new Vector3(),
  new Vector3(),
  new Quaternion(),
  new Euler(),
  new Vector3(),
];

interface Objects {
  readonly mesh: InstancedMesh | null;
  readonly line: Line | null;
  readonly sign: TextSign | null;
}

function objectsOf(body: CompiledBody['body']): Objects {
  const color = new Color(COLORS[body.color]);
  const sign = body.label === '' ? null : createSign(body.label);
  if (body.shape === 'path') {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(MOST_POINTS * 3), 3));
    return { line: new Line(geometry, new LineBasicMaterial({ color, transparent: true })), mesh: null, sign };
  }
  const look = {
    color,
    // without a graphics card, blending takes most of the time of a drawing
    transparent: body.opacity !== 1,
    ...(body.is_shining && { emissive: color, emissiveIntensity: 0.9 }),
  };
  // dots have no highlights
  const material = body.copies > 100 ? new MeshLambertMaterial(look) : new MeshStandardMaterial({ ...look, roughness: 0.55 });
  const count = body.shape === 'field' ? 512 : Math.min(MOST_INSTANCES, body.copies);
  const mesh = new InstancedMesh(geometryOf(body), material, count);
  mesh.frustumCulled = false;
  return { line: null, mesh: body.shape === 'label' ? null : mesh, sign };
}

/** The three.js objects of one body. */
export interface BodyDisplay extends Omit<Objects, 'sign'> {
  readonly sign: Sprite | null;
  /** Moves all objects to their positions for these values. */
  readonly update: (values: Values) => void;
  /** Frees their resources on the graphics card. */
  readonly dispose: () => void;
}

/** Creates the objects of one body. @param labelHeight of its label, in metres */
export function createBodyDisplay({ body, poses, path }: CompiledBody, labelHeight: number): BodyDisplay {
  const { line, mesh, sign } = objectsOf(body);
  const update = (values: Values): void => {
    const now = poses(values);
    const [first] = now;
    if (mesh) {
      mesh.count = now.length;
      for (const [index, pose] of now.entries()) {
        position.set(...pose.position);
        if (body.shape === 'field') {
          direction.set(...pose.size);
          const length = Math.min(1, direction.length());
          turn.setFromUnitVectors(UP, length > 0 ? direction.normalize() : UP);
          scale.set(0.12 * length, 0.4 * length, 0.12 * length);
        } else {
          turn.setFromEuler(euler.set(...pose.rotation));
          scale.set(...pose.size);
        }
        mesh.setMatrixAt(index, matrix.compose(position, turn, scale));
      }
      mesh.instanceMatrix.needsUpdate = true;
      mesh.visible = now.length > 0 && first!.opacity > 0.01;
      (mesh.material as MeshStandardMaterial).opacity = Math.max(0, Math.min(1, first?.opacity ?? 0));
      (mesh.material as MeshStandardMaterial).depthWrite = (first?.opacity ?? 0) > 0.6;
    }
    const points = line ? path(values) : [];
    if (line) {
      const attribute = line.geometry.getAttribute('position') as BufferAttribute;
      for (const [index, [x, y, z]] of points.entries()) attribute.setXYZ(index, x, y, z);
      attribute.needsUpdate = true;
      line.geometry.setDrawRange(0, points.length);
      line.frustumCulled = false;
      (line.material as LineBasicMaterial).opacity = Math.max(0, Math.min(1, first?.opacity ?? 0));
    }
    if (sign) {
      const at = line ? points[Math.floor(points.length / 2)] : first?.position;
      const { sprite, extent } = sign;
      sprite.visible = at !== undefined && (first?.opacity ?? 0) > 0.01;
      if (at) sprite.position.set(at[0], at[1] + (line ? 0 : Math.abs(first!.size[1]) / 2) + labelHeight * 0.8, at[2]);
      sprite.scale.set(labelHeight * extent[0], labelHeight, 1);
    }
  };
  const dispose = () => {
    for (const one of [mesh, line]) {
      one?.geometry.dispose();
      if (one && !Array.isArray(one.material)) one.material.dispose();
    }
    sign?.dispose();
  };
  return { mesh, line, sign: sign?.sprite ?? null, update, dispose };
}
