// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of lowering one `sa.func` to loops: the signature and the arrays
// (SAToLoops.cpp), what runs on the host (HostLowering.cpp), the nests
// (NestLowering.cpp), the loops of plans (RangeLowering.cpp, GridLowering.cpp
// and LoopLowering.cpp), and what bodies do (BodyLowering.cpp,
// VariableLowering.cpp).

#ifndef SA_LIB_CONVERSION_FUNCTIONLOWERING_H
#define SA_LIB_CONVERSION_FUNCTIONLOWERING_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "sa/Dialect/SA/IR/SAOps.h"
#include "llvm/ADT/StringMap.h"

namespace sa {

/// The constants that are part of the kernels, by their elements and element
/// type: equal ones are one, also in different functions.
using KernelConstants = llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>,
                                       mlir::memref::GlobalOp>;

/// Lowers one function. The arrays of the old body map to flat memrefs, all
/// other values to their clones.
class FunctionLowering {
public:
  FunctionLowering(FuncOp func, mlir::SymbolTable &symbols,
                   KernelConstants &constants)
      : func(func), symbols(symbols), constants(constants), builder(func) {}

  mlir::LogicalResult run();

private:
  void lowerSignature();
  /// The type of an argument with a name for every run-time size.
  ArrayType nameSizes(ArrayType type, unsigned argument);
  mlir::LogicalResult lowerConst(ConstOp op);
  mlir::memref::GlobalOp getGlobal(ConstOp op, mlir::DenseElementsAttr storage);
  void lowerTemp(TempOp op);

  struct LoopBounds {
    mlir::Value lower, upper, step;
  };
  void lowerNest(NestOp op);
  /// From where to where the segmented index runs.
  std::pair<mlir::Value, mlir::Value> getSegment(NestOp nest);
  /// Gives the work-item that is being built its own copies of the private
  /// temporaries that `nest` uses, which are returned.
  llvm::SmallVector<TempOp> createPrivateCopies(NestOp nest);
  /// Clears those copies of which there is one for each value of the indices
  /// before `position`, and takes them off the list.
  void clearPrivateCopies(llvm::SmallVectorImpl<TempOp> &copies,
                          unsigned position);
  /// Moves the constraints that only wait for this index into its bounds.
  void tighten(NestOp nest, unsigned position, LoopBounds &bounds,
               llvm::SmallVectorImpl<mlir::AffineExpr> &constraints,
               llvm::function_ref<mlir::Value(mlir::AffineExpr)> expand);
  /// Opens the loop of one sequential index.
  void openLoop(NestOp nest, unsigned position, LoopBounds bounds,
                llvm::SmallVectorImpl<mlir::AffineExpr> &constraints);
  /// Keeps the rest of the nest from running where a constraint does not hold
  /// whose indices are all known; drops those constraints.
  void openGuard(NestOp nest,
                 llvm::SmallVectorImpl<mlir::AffineExpr> &constraints);
  mlir::Value expand(NestOp nest, mlir::AffineExpr expr);

  /// Lowers what runs on the host: the body of the function, or of a loop or a
  /// condition around kernels.
  mlir::LogicalResult lowerHostBlock(mlir::Block &block);
  mlir::LogicalResult lowerHostOp(mlir::Operation *op);
  mlir::LogicalResult lowerHostLoop(mlir::affine::AffineForOp loop);
  mlir::LogicalResult lowerHostIf(mlir::affine::AffineIfOp op);
  /// Makes one kernel of one work-item of `ops`.
  mlir::LogicalResult lowerLoneKernel(llvm::ArrayRef<mlir::Operation *> ops);
  /// Opens a kernel over a range that starts at zero.
  void openKernel(mlir::Location loc, mlir::ValueRange sizes,
                  llvm::ArrayRef<std::string> names,
                  llvm::ArrayRef<int64_t> local);

  /// Makes a kernel of a parallel loop and those right inside of it.
  mlir::LogicalResult lowerParallel(mlir::affine::AffineForOp loop);
  /// An index of a range: what the position of a work-item means for it.
  struct RangeIndex {
    mlir::affine::AffineForOp loop;
    mlir::Value lower, size;
    mlir::Value getIndex(mlir::OpBuilder &builder, mlir::Value position) const;
    std::string getPositionName() const;
  };
  /// Opens the loop of one work-item over its share of all the iterations, and
  /// gives the positions of an iteration.
  llvm::SmallVector<mlir::Value> openShare(llvm::ArrayRef<RangeIndex> indices,
                                           int64_t maxThreads);
  /// How often the loop runs at the most, whatever the indices in `outer` are.
  mlir::Value getIterations(mlir::affine::AffineForOp loop, mlir::Value lower,
                            mlir::ValueRange outer);

  static mlir::LogicalResult
  verifyHandsNothingOn(mlir::affine::AffineForOp loop);

  /// Makes a kernel of a loop that is bound to a grid, and those inside of it.
  mlir::LogicalResult lowerGrid(mlir::affine::AffineForOp loop);
  mlir::LogicalResult addBlockLoop(mlir::affine::AffineForOp loop);
  mlir::LogicalResult addThreadLoop(mlir::affine::AffineForOp loop);
  /// No work-item may stay away from a barrier.
  mlir::LogicalResult verifyBarriers(mlir::affine::AffineForOp loop);
  /// How many work-items a group has in the dimension of a thread loop.
  int64_t &getGroupSize(mlir::affine::AffineForOp loop);
  /// True when some of the positions in a grid are no iterations of the loop.
  bool isGuarded(mlir::affine::AffineForOp loop);
  /// The place of a group or a work-item in the dimension of a bound loop.
  mlir::Value getPosition(mlir::affine::AffineForOp loop);
  void lowerBoundLoop(mlir::affine::AffineForOp loop);

  void lowerLoop(mlir::affine::AffineForOp loop);
  /// An empty loop with the bounds, the index and the name of `loop`.
  mlir::scf::ForOp createLoop(mlir::affine::AffineForOp loop);
  void lowerIf(mlir::affine::AffineIfOp op);
  /// Copies an operation with regions, and lowers what is in them.
  void lowerRegions(mlir::Operation *op);
  void lowerBuffer(BufferOp op);
  /// The largest or the smallest of the results of a bound's map.
  mlir::Value expandBound(mlir::Location loc, mlir::AffineMap map,
                          mlir::ValueRange operands, bool isLower);
  mlir::Value expandCondition(mlir::affine::AffineIfOp op);
  mlir::Value expandExpr(mlir::Location loc, mlir::AffineExpr expr,
                         mlir::ValueRange dims, mlir::ValueRange symbols);

  void lowerBlock(mlir::Block &block);
  void lowerOp(mlir::Operation *op);
  /// Makes, reads or writes a variable of a body. Returns false for other
  /// operations.
  bool lowerVariableOp(mlir::Operation *op);
  void lowerVariable(mlir::memref::AllocaOp op);
  void lowerAccumulate(AccumulateOp op);
  void lowerTouch(TouchOp op);
  void lowerRequire(RequireOp op);

  // Vectors, in VectorLowering.cpp.
  void lowerVectorLoad(VectorLoadOp op);
  void lowerVectorStore(VectorStoreOp op);
  /// Where the lanes of an access lie. `isContiguous` says that they are
  /// neighbours; then there is only the first.
  llvm::SmallVector<mlir::Value>
  getLaneOffsets(mlir::Operation *op, mlir::Value array,
                 mlir::OperandRange indices, llvm::ArrayRef<int64_t> steps,
                 int64_t numLanes, bool &isContiguous);

  /// A size that the host computes, in operations that a manifest can express.
  mlir::Value expandSize(mlir::Location loc, mlir::AffineExpr expr,
                         mlir::ValueRange dims, mlir::ValueRange symbols);
  /// The offset of an element in its array's storage.
  mlir::Value getOffset(mlir::Location loc, mlir::Value array,
                        mlir::ValueRange indices);
  /// Where the real and the imaginary part of a complex element lie.
  std::pair<mlir::Value, mlir::Value> getPartOffsets(mlir::Location loc,
                                                     mlir::Value offset);
  /// The value at an offset of the memory that `array`, an array or
  /// a variable, has become.
  mlir::Value loadElement(mlir::Location loc, mlir::Value array,
                          mlir::Value offset);
  void storeElement(mlir::Location loc, mlir::Value value, mlir::Value array,
                    mlir::Value offset);
  /// A value of `type` from what stands for it in memory and in signatures.
  mlir::Value fromStorage(mlir::Location loc, mlir::Value stored,
                          mlir::Type type);
  mlir::Value toStorage(mlir::Location loc, mlir::Value value);
  /// The size of a dimension of an array; beyond the rank, the strides of an
  /// array whose layout is `any`.
  mlir::Value getSize(mlir::Location loc, mlir::Value array, unsigned dim);
  mlir::Value getIndex(mlir::Location loc, int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, loc, value);
  }
  llvm::SmallVector<mlir::Value> lookupAll(mlir::ValueRange values) {
    return llvm::map_to_vector(
        values, [&](mlir::Value value) { return mapping.lookup(value); });
  }
  mlir::MemRefType getMemRefType(ArrayType type) {
    return mlir::MemRefType::get({mlir::ShapedType::kDynamic},
                                 type.getStorageType());
  }

  FuncOp func;
  mlir::SymbolTable &symbols;
  KernelConstants &constants;
  mlir::OpBuilder builder;
  mlir::IRMapping mapping;
  /// The kernel that is being built; null on the host.
  mlir::scf::ParallelOp kernel;
  /// The private memory of that kernel, each with what used it last.
  llvm::SmallVector<std::pair<BufferOp, mlir::Value>> buffers;
  /// What is known of the grid that is being built: for x, y and z the number
  /// of groups, by how many loops it is given, and the work-items of a group;
  /// how many of these are a sub-group; and for each loop where it starts and
  /// how often it runs.
  struct ThreadRange {
    int64_t first = 0, size = 0;
  };
  struct Grid {
    mlir::Value numGroups[3];
    unsigned numBlockLoops[3] = {0, 0, 0};
    int64_t local[3] = {1, 1, 1};
    int64_t lanes = 1;
    llvm::DenseMap<mlir::Operation *, RangeIndex> blocks;
    llvm::DenseMap<mlir::Operation *, ThreadRange> threads;
  };
  std::optional<Grid> grid;
  /// The offset of each variable in its memory: zero.
  llvm::DenseMap<mlir::Operation *, mlir::Value> variables;
  /// The run-time sizes and strides of the function by their names.
  llvm::StringMap<mlir::Value> sizes;
};

} // namespace sa

#endif // SA_LIB_CONVERSION_FUNCTIONLOWERING_H
