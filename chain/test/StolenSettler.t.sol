// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {BackedToken} from "../contracts/BackedToken.sol";
import {BoundToken} from "../contracts/BoundToken.sol";
import {IBurnable} from "../contracts/interfaces/IBurnable.sol";
import {OutsideLimits} from "../contracts/OutsideLimits.sol";
import {Reserve} from "../contracts/Reserve.sol";
import {Settlement} from "../contracts/Settlement.sol";
import {Wallet} from "../contracts/Wallet.sol";
import {Fixture} from "./support/Fixture.sol";
import {BurnableDollar, ReentrantToken} from "./support/HostileTokens.sol";

/// @dev Somebody holds the settler's key and nothing else. A customer has withdrawn every token to an address of his own.
contract StolenSettlerTest is Fixture {
    uint256 private constant WITHDRAWN = 50 ether;

    function setUp() public override {
        super.setUp();
        issueAll();
        // Bound units leave only by mistake; what happens to them then is to be known as well.
        allow(gca, QMGT_LIMIT);
        allow(gae, QMGT_LIMIT);
        for (uint256 i = 0; i < 4; ++i) {
            settle(i, outward(tokens()[i], 0, outsider, WITHDRAWN));
        }
        usdt.mint(outsider, WITHDRAWN);
    }

    modifier leavesTheOutsiderAlone() {
        _;
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertEq(tokens()[i].balanceOf(outsider), WITHDRAWN);
        }
        vm.assertEq(usdt.balanceOf(outsider), WITHDRAWN);
    }

    function testCannotMint() public {
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = tokens()[i];
            uint256 supply = token.totalSupply();
            vm.prank(settler);
            vm.expectRevert(missingRole(settler, ISSUER));
            token.issue(1);
            // Nor by legs that come from nobody: there is no such wallet, and a wallet has only what it has.
            settle(100 + i, outward(token, type(uint256).max, settler, 1));
            vm.assertFalse(settlement.isSettled(100 + i));
            vm.assertEq(token.totalSupply(), supply);
        }
    }

    function testCannotRaiseTheCap() public {
        vm.prank(settler);
        vm.expectRevert(missingRole(settler, ATTESTOR));
        reserve.attest(VAULT * 2, new Reserve.Share[](0), 0);
        vm.assertEq(reserve.vaultGrams(), VAULT);
    }

    function testCannotTakeRoles() public {
        address[6] memory contracts =
            [address(reserve), address(settlement), address(qmgt), address(usdau), address(gca), address(gae)];
        bytes32[5] memory roles = [ADMIN, ATTESTOR, ISSUER, PAUSER, SETTLER];
        for (uint256 c = 0; c < contracts.length; ++c) {
            for (uint256 r = 0; r < roles.length; ++r) {
                vm.prank(settler);
                vm.expectRevert(missingRole(settler, ADMIN));
                IAccessControl(contracts[c]).grantRole(roles[r], settler);
                vm.prank(settler);
                vm.expectRevert(missingRole(settler, ADMIN));
                IAccessControl(contracts[c]).revokeRole(roles[r], admin);
            }
        }
    }

    function testCannotPauseOrUnpause() public {
        vm.startPrank(settler);
        vm.expectRevert(missingRole(settler, PAUSER));
        settlement.pause();
        vm.expectRevert(missingRole(settler, PAUSER));
        qmgt.pause();
        vm.expectRevert(missingRole(settler, ADMIN));
        qmgt.unpause();
        vm.stopPrank();
    }

    function testCannotUseTransferFrom() public leavesTheOutsiderAlone {
        vm.startPrank(settler);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, settler, 0, 1));
        qmgt.transferFrom(outsider, settler, 1);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, settler, 0, 1));
        usdau.transferFrom(outsider, settler, 1);
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, settler, 0, 1));
        gca.transferFrom(outsider, settler, 1);
        vm.stopPrank();
    }

    function testFuzzCannotForgeAPermit(uint256 key) public leavesTheOutsiderAlone {
        key = between(key, 1, 1 << 128);
        vm.assume(key != OUTSIDER_KEY);
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = tokens()[i];
            address[2] memory owners = [outsider, treasury];
            for (uint256 o = 0; o < 2; ++o) {
                bytes32 permit = keccak256(abi.encode(typeHash, owners[o], settler, 1, 0, type(uint256).max));
                bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), permit));
                (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
                vm.expectRevert(
                    abi.encodeWithSelector(ERC20Permit.ERC2612InvalidSigner.selector, vm.addr(key), owners[o])
                );
                token.permit(owners[o], settler, 1, type(uint256).max, v, r, s);
            }
        }
    }

    function testCannotBurnOutside() public leavesTheOutsiderAlone {
        for (uint256 i = 0; i < 4; ++i) {
            vm.prank(settler);
            vm.expectRevert(abi.encodeWithSelector(BackedToken.NotOurWallet.selector, settler));
            tokens()[i].burn(1);
            vm.prank(outsider);
            vm.expectRevert(abi.encodeWithSelector(BackedToken.NotOurWallet.selector, outsider));
            tokens()[i].burn(1);
        }
    }

    /// @dev Legs name a wallet by its salt, and no salt leads to an address that is not our wallet's.
    function testFuzzCannotNameTheOutsiderInALeg(uint256 salt) public leavesTheOutsiderAlone {
        vm.assume(salt != 0);
        vm.assertNotEq(walletAt(salt), outsider);
        settle(100, outward(qmgt, salt, settler, 1));
        settle(101, outward(qmgt, uint256(uint160(outsider)), settler, 1));
        settle(102, burnt(qmgt, uint256(uint160(outsider)), 1));
        vm.assertFalse(settlement.isSettled(100) || settlement.isSettled(101) || settlement.isSettled(102));
    }

    function testCannotCallWalletsDirectly() public leavesTheOutsiderAlone {
        address[2] memory wallets = [treasury, settlement.walletImplementation()];
        for (uint256 i = 0; i < 2; ++i) {
            vm.startPrank(settler);
            vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, settler));
            Wallet(wallets[i]).send(qmgt, settler, 1);
            vm.expectRevert(abi.encodeWithSelector(Wallet.NotSettlement.selector, settler));
            Wallet(wallets[i]).burn(IBurnable(address(qmgt)), 1);
            vm.stopPrank();
        }
    }

    function testCannotSettleAnItemDirectly() public leavesTheOutsiderAlone {
        vm.prank(settler);
        vm.expectRevert(abi.encodeWithSelector(Settlement.NotSelf.selector, settler));
        settlement.settleItem(itemOf(100, outward(qmgt, 0, settler, 1)));
    }

    /// @dev A leg's token can be any address, but all that it is ever asked is `transfer` or `burn`.
    function testCannotMakeAWalletCallOurContracts() public leavesTheOutsiderAlone {
        address[5] memory targets =
            [address(settlement), address(reserve), treasury, settlement.walletImplementation(), outsider];
        for (uint256 i = 0; i < targets.length; ++i) {
            settle(100 + i, inner(IERC20(targets[i]), 0, 7, 1));
            settle(200 + i, burnt(IERC20(targets[i]), 0, 1));
            vm.assertFalse(settlement.isSettled(100 + i) || settlement.isSettled(200 + i));
        }
    }

    function testReentrantTokenCannotReachAnything() public leavesTheOutsiderAlone {
        ReentrantToken token = new ReentrantToken();
        Settlement.Item memory theft = itemOf(900, outward(qmgt, 0, settler, 1));
        bytes[13] memory calls = [
            abi.encodeCall(settlement.settle, (batchOf(theft))),
            abi.encodeCall(settlement.settleItem, (theft)),
            abi.encodeCall(qmgt.transferFrom, (outsider, settler, 1)),
            abi.encodeCall(gca.transferFrom, (outsider, settler, 1)),
            abi.encodeCall(gca.transferFrom, (treasury, settler, 1)),
            abi.encodeCall(qmgt.burn, (1)),
            abi.encodeCall(qmgt.issue, (1)),
            abi.encodeCall(Wallet.send, (qmgt, settler, 1)),
            abi.encodeCall(Wallet.send, (gca, settler, 1)),
            abi.encodeCall(settlement.requestRaise, (qmgt, SHARE)),
            abi.encodeCall(settlement.raiseLimit, (qmgt)),
            abi.encodeCall(settlement.cancelRaise, (qmgt)),
            abi.encodeCall(settlement.lowerLimit, (qmgt, 0))
        ];
        address[13] memory targets = [
            address(settlement),
            address(settlement),
            address(qmgt),
            address(gca),
            address(gca),
            address(qmgt),
            address(qmgt),
            treasury,
            treasury,
            address(settlement),
            address(settlement),
            address(settlement),
            address(settlement)
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            token.aim(targets[i], calls[i]);
            settle(100 + i, inner(IERC20(address(token)), 0, 7, 1));
            settle(200 + i, burnt(IERC20(address(token)), 0, 1));
            vm.assertTrue(token.tried());
            vm.assertFalse(token.succeeded());
        }
        vm.assertFalse(settlement.isSettled(900));
        vm.assertEq(qmgt.balanceOf(settler), 0);
        vm.assertEq(gca.balanceOf(settler), 0);
    }

    /// @dev Bound units that lie outside stay where they are even while a settlement is under way.
    function testReentrantTokenCannotFreeBoundUnits() public {
        ReentrantToken token = new ReentrantToken();
        settle(100, outward(gca, 0, address(token), 5));
        token.aim(address(gca), abi.encodeCall(gca.transfer, (stranger, 5)));
        settle(101, inner(IERC20(address(token)), 0, 7, 1));
        vm.assertEq(
            token.answerHash(),
            keccak256(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, address(token), stranger, 5))
        );
        vm.assertEq(gca.balanceOf(address(token)), 5);
    }

    /// @dev Even a token that were the settler itself could not settle within a settlement.
    function testReentrantSettlerCannotSettleTwice() public {
        ReentrantToken token = new ReentrantToken();
        vm.prank(admin);
        settlement.grantRole(SETTLER, address(token));
        Settlement.Item[] memory again =
            batchOf(itemOf(100, inner(IERC20(address(token)), 0, 7, 1), outward(qmgt, 0, stranger, 1)));
        token.aim(address(settlement), abi.encodeCall(settlement.settle, (again)));
        settle(again);
        vm.assertTrue(token.tried());
        vm.assertFalse(token.succeeded());
        vm.assertTrue(settlement.isSettled(100));
        vm.assertEq(qmgt.balanceOf(stranger), 1);
    }

    /// @dev Whatever the batch, in whatever order: one limit of each token is all that gets away, and our own wallets keep the rest.
    function testFuzzDrainsNoMoreThanTheLimit(uint256 seed) public {
        vm.warp(block.timestamp + 2 days);
        usdt.mint(treasury, 10 * USDT_LIMIT);
        IERC20[3] memory loot = [IERC20(usdt), qmgt, usdau];
        for (uint256 batch = 0; batch < 4; ++batch) {
            Settlement.Item[] memory items = new Settlement.Item[](6);
            for (uint256 i = 0; i < items.length; ++i) {
                seed = uint256(keccak256(abi.encode(seed)));
                IERC20 token = loot[seed % 3];
                uint256 amount = (seed >> 8) % (limitOf(token) * 3 / 4);
                // Over one of our wallets, straight away, or in two parts.
                items[i] = itemOf(1_000 + batch * 10 + i, outward(token, 0, stranger, amount), inner(token, 0, 7, amount));
                if (seed % 5 == 0) items[i].legs[1] = outward(token, 0, stranger, amount / 2);
                if (seed % 5 == 1) items[i] = itemOf(items[i].id, inner(token, 0, 7, amount), outward(token, 7, settler, amount));
            }
            settle(items);
            vm.warp(block.timestamp + seed % 6 hours);
        }
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertLe(loot[i].balanceOf(stranger) + loot[i].balanceOf(settler), limitOf(loot[i]));
        }
    }

    function limitOf(IERC20 token) private view returns (uint256) {
        if (address(token) == address(usdt)) return USDT_LIMIT;
        return address(token) == address(qmgt) ? QMGT_LIMIT : USDAU_LIMIT;
    }

    /// @dev The address of a wallet is no way around: named as an address it counts, and named as a salt it is derived.
    function testCannotPassAnAddressOffAsAWallet() public {
        uint256 much = QMGT_LIMIT * 2;
        settle(100, outward(qmgt, 0, walletAt(7), much));
        vm.assertFalse(settlement.isSettled(100));
        settle(101, inner(qmgt, 0, uint256(uint160(stranger)), much));
        vm.assertTrue(settlement.isSettled(101));
        vm.assertEq(qmgt.balanceOf(stranger), 0);
        vm.assertEq(qmgt.balanceOf(walletAt(uint256(uint160(stranger)))), much);
    }

    function testCannotChangeLimits() public {
        vm.prank(admin);
        settlement.requestRaise(qmgt, SHARE);
        vm.startPrank(settler);
        vm.expectRevert(missingRole(settler, ADMIN));
        settlement.requestRaise(qmgt, SHARE * 2);
        vm.expectRevert(missingRole(settler, ADMIN));
        settlement.lowerLimit(qmgt, 0);
        vm.expectRevert(missingRole(settler, PAUSER));
        settlement.cancelRaise(qmgt);
        vm.expectPartialRevert(OutsideLimits.RaiseTooEarly.selector);
        settlement.raiseLimit(qmgt);
        vm.stopPrank();
    }

    /// @dev Our own tokens can be issued again. A third party's would be gone.
    function testCannotBurnWhatOthersHaveIssued() public {
        BurnableDollar dollar = new BurnableDollar();
        dollar.mint(treasury, 100);
        settle(100, burnt(IERC20(address(dollar)), 0, 1));
        settle(101, burnt(usdt, 0, 0));
        vm.assertFalse(settlement.isSettled(100) || settlement.isSettled(101));
        vm.assertEq(dollar.balanceOf(treasury), 100);
    }

    /// @dev What the key can still do: move between our own wallets, and burn. Both can be made good.
    function testInnerMovesOfAnySizePass() public {
        uint256 all = qmgt.balanceOf(treasury);
        settle(100, inner(qmgt, 0, 7, all));
        settle(101, burnt(qmgt, 7, all));
        vm.assertTrue(settlement.isSettled(100) && settlement.isSettled(101));
    }
}
